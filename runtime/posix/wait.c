/* poll and select: what is ready is known at once, since nobody else exists. */

enum { IN = 1, OUT = 4, ERR = 8, HUP = 16, NVAL = 32 };

static int ready(struct open_file *open) {
  struct pipe *pipe = open->node->pipe;
  if (pipe == NULL) {
    if (open->node->device == OUTPUT_DEVICE) return OUT;
    return IN | OUT | 0x40 | 0x100;
  }
  if ((open->flags & O_ACCMODE) == O_RDONLY)
    return (pipe->filled > 0 ? IN | 0x40 : 0) | (pipe->writers == 0 ? HUP : 0);
  return (pipe->filled < PIPE_ROOM ? OUT | 0x100 : 0) | (pipe->readers == 0 ? ERR : 0);
}

/* Nothing is ready: time goes by. `limit` null waits for ever. */
static long nothing_ready(const struct time *limit) {
  if ((pending & ~blocked) != 0) {
    deliver_signals();
    return -EINTR;
  }
  struct time end = {INT64_MAX, 0};
  if (limit != NULL)
    end = later(now_is, *limit);
  else if (alarm_at.seconds == 0 || !alarm_interrupts())
    __pleach_blocked("waiting for descriptors that nobody else serves");
  return sleep_until(end) ? -EINTR : 0;
}

struct polled { int descriptor; short wanted, got; };

static long poll_until(struct polled *fds, unsigned long count, const struct time *limit) {
  if (count > MOST_DESCRIPTORS || (limit != NULL && bad_span(limit))) return -EINVAL;
  if (out_of_reach(fds, (long)(count * sizeof *fds)) || (count > 0 && unmapped(fds))) return -EFAULT;
  long n = 0;
  for (unsigned long i = 0; i < count; i++) {
    fds[i].got = 0;
    if (fds[i].descriptor < 0) continue;
    struct open_file *open = usable(fds[i].descriptor);
    fds[i].got = (short)(open == NULL ? NVAL : ready(open) & (fds[i].wanted | ERR | HUP));
    n += fds[i].got != 0;
  }
  return n > 0 ? n : nothing_ready(limit);
}

static long sys_poll(struct polled *fds, unsigned long count, long milliseconds) {
  int ms = (int)milliseconds;
  struct time limit = {ms / 1000, ms % 1000 * 1000000L};
  return poll_until(fds, count, ms < 0 ? NULL : &limit);
}

/* While it waits, these signals are blocked and no others; null changes nothing. */
static long sys_ppoll(struct polled *fds, unsigned long count, const struct time *from,
                      const uint64_t *mask) {
  uint64_t before = blocked, given;
  struct time limit;
  if (GET_IF(limit, from) != 0 || GET_IF(given, mask) != 0) return -EFAULT;
  if (mask != NULL) set_blocked(given);
  long result = poll_until(fds, count, from == NULL ? NULL : &limit);
  set_blocked(before);
  deliver_signals();
  return result;
}

/* One of select's sets: keeps in it what is ready. */
static long select_set(int count, uint64_t *set, int wanted) {
  if (set == NULL || count == 0) return 0;
  if (unmapped(set)) return -EFAULT;
  long n = 0;
  for (int i = 0; i < count; i++) {
    uint64_t one = (uint64_t)1 << (i % 64);
    if ((set[i / 64] & one) == 0) continue;
    struct open_file *open = usable(i);
    if (open == NULL) return -EBADF;
    if (ready(open) & wanted)
      n++;
    else
      set[i / 64] &= ~one;
  }
  return n;
}

static long select_until(long count, uint64_t *in, uint64_t *out, uint64_t *other,
                         const struct time *limit) {
  if ((int)count < 0 || (limit != NULL && bad_span(limit))) return -EINVAL;
  int n = (int)count < MOST_DESCRIPTORS ? (int)count : MOST_DESCRIPTORS;
  long a = select_set(n, in, IN | HUP | ERR);
  long b = a < 0 ? a : select_set(n, out, OUT | ERR);
  long c = b < 0 ? b : select_set(n, other, 0);
  if (c < 0) return c;
  return a + b + c > 0 ? a + b + c : nothing_ready(limit);
}

static long sys_select(long count, uint64_t *in, uint64_t *out, uint64_t *other,
                       const struct time *from) {
  if (from == NULL) return select_until(count, in, out, other, NULL);
  struct time limit;
  if (GET(limit, from) != 0) return -EFAULT;
  struct time exact = {limit.seconds + limit.nanoseconds / 1000000,
                       limit.nanoseconds % 1000000 * 1000};
  return select_until(count, in, out, other, &exact);
}

struct masked { const uint64_t *mask; size_t size; };

static long sys_pselect(long count, uint64_t *in, uint64_t *out, uint64_t *other,
                        const struct time *from, const struct masked *masked) {
  uint64_t before = blocked, given;
  struct time limit;
  struct masked pair = {NULL, 0};
  if (GET_IF(limit, from) != 0 || GET_IF(pair, masked) != 0 || GET_IF(given, pair.mask) != 0)
    return -EFAULT;
  if (pair.mask != NULL) set_blocked(given);
  long result = select_until(count, in, out, other, from == NULL ? NULL : &limit);
  set_blocked(before);
  deliver_signals();
  return result;
}
