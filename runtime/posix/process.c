/* The process: who it is, what it may use, and that there is no other one. */

static void copy_text(char *to, long room, const char *text) {
  memset(to, 0, (size_t)room);
  memcpy(to, text, (size_t)length_of(text));
}

static long sys_uname(char *to) {
  static const char *const fields[] = {"Linux", "pleach", "6.1.0", "#1 SMP", "x86_64", "(none)"};
  for (int i = 0; i < 6; i++) copy_text(to + 65 * i, 65, fields[i]);
  return 0;
}

static long sys_sysinfo(unsigned long *to) {
  memset(to, 0, 112);
  to[0] = (unsigned long)(now_is.seconds - 1699999000);
  to[4] = 4UL << 30;  /* memory, and what is free of it */
  to[5] = 2UL << 30;
  *(unsigned short *)((char *)to + 80) = 1;
  *(unsigned *)((char *)to + 104) = 1;
  return 0;
}

struct limit { unsigned long soft, hard; };

static struct limit limits[16] = {
    {-1UL, -1UL}, {-1UL, -1UL}, {-1UL, -1UL}, {8 << 20, -1UL}, {0, -1UL}, {-1UL, -1UL},
    {4096, 4096}, {MOST_DESCRIPTORS, MOST_DESCRIPTORS}, {8 << 20, 8 << 20}, {-1UL, -1UL},
    {-1UL, -1UL}, {4096, 4096}, {819200, 819200}, {0, 0}, {0, 0}, {-1UL, -1UL},
};

static long sys_prlimit(long process, long resource, const struct limit *new, struct limit *old) {
  if (process != 0 && process != PROCESS) return -ESRCH;
  if ((unsigned)resource >= 16) return -EINVAL;
  int which = (int)fixed((int)resource, 16);
  if (old != NULL) *old = limits[which];
  if (new == NULL) return 0;
  if (new->soft > new->hard) return -EINVAL;
  if (new->hard > limits[which].hard) return -EPERM;
  limits[which] = *new;
  return 0;
}

/* An ordinary user stays who it is; -1 leaves an id alone where that is allowed. */
static long set_id(long id) { return (unsigned)id == USER ? 0 : -EPERM; }

static long set_ids(long a, long b, long c) {
  long ids[] = {a, b, c};
  for (int i = 0; i < 3; i++)
    if ((int)ids[i] != -1 && (unsigned)ids[i] != USER) return -EPERM;
  return 0;
}

static long get_ids(unsigned *a, unsigned *b, unsigned *c) {
  *a = *b = *c = USER;
  return 0;
}

static long sys_getgroups(long room, unsigned *to) {
  if ((int)room < 0) return -EINVAL;
  if ((int)room > 0) to[0] = USER;
  return 1;
}

static long sys_getrandom(char *to, long n) {
  if (n < 0 || n > MOST_TRANSFER) n = MOST_TRANSFER;
  return random_into(to, n);
}

static long sys_getrusage(void *to) {
  memset(to, 0, 144);
  return 0;
}

static long sys_prctl(long what, long argument) {
  static char name[16] = "program";
  static long dumpable = 1, deathsig;
  switch ((int)what) {
  case 1: deathsig = argument; return 0;
  case 2: *(int *)argument = (int)deathsig; return 0;
  case 3: return dumpable;
  case 4: dumpable = argument; return 0;
  case 15: {
    long n = 0;
    for (; n < 15 && ((char *)argument)[n] != '\0'; n++) name[n] = ((char *)argument)[n];
    name[n] = '\0';
    return 0;
  }
  case 16: memcpy((char *)argument, name, 16); return 0;
  case 23: return 0;
  case 38: return 0; /* no new privileges */
  case 39: return 0;
  default: return -EINVAL;
  }
}

static long sys_sched_getaffinity(long process, long size, char *to) {
  if (process != 0 && process != PROCESS) return -ESRCH;
  if (size < 8) return -EINVAL;
  memset(to, 0, 8);
  to[0] = 1;
  return 8;
}

static long sys_getcpu(unsigned *cpu, unsigned *node) {
  if (cpu != NULL) *cpu = 0;
  if (node != NULL) *node = 0;
  return 0;
}

/* One thread: nobody could wake it. */
static long sys_futex(int *word, long operation, long value, const struct time *limit) {
  int what = (int)operation & 0x7f;
  if (what == 1 || what == 3 || what == 4 || what == 5 || what == 10) return 0;
  if (what == 0 || what == 9) {
    if (*word != (int)value) return -EAGAIN;
    if (limit == NULL) __pleach_blocked("waiting for another thread");
    if (what == 0) advance(limit->seconds, limit->nanoseconds);
    return -ETIMEDOUT;
  }
  return -ENOSYS;
}

static long sys_ioctl(long descriptor, long request, long argument) {
  enum { CLEAR_CLOSE = 0x5450, SET_CLOSE = 0x5451, NON_BLOCKING = 0x5421, READABLE = 0x541b,
         CLONE = 0x40049409, EXTENTS = (int)0xc020660bu };
  struct open_file *open = usable(descriptor);
  if (open == NULL) return -EBADF;
  struct node *node = open->node;
  switch ((int)request) {
  case SET_CLOSE: slots[(int)descriptor].close_on_exec = 1; return 0;
  case CLEAR_CLOSE: slots[(int)descriptor].close_on_exec = 0; return 0;
  case NON_BLOCKING:
    open->flags = *(int *)argument ? open->flags | O_NONBLOCK : open->flags & ~O_NONBLOCK;
    return 0;
  case READABLE:
    if (node->pipe != NULL) *(int *)argument = (int)node->pipe->filled;
    else if (node->type == TYPE_REGULAR) *(int *)argument = (int)(node->size - open->offset);
    else return -ENOTTY;
    return 0;
  case CLONE: case EXTENTS: return -EOPNOTSUPP;
  default: return -ENOTTY; /* no terminal anywhere */
  }
}

_Noreturn static void end_process(long status) {
  write_back_all();
  __pleach_exit((int)status);
}
