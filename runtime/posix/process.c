/* The process: who it is, what it may use, and that there is no other one. */

static void copy_text(char *to, long room, const char *text) {
  memset(to, 0, (size_t)room);
  memcpy(to, text, (size_t)length_of(text));
}

static long sys_uname(char *to) {
  static const char *const fields[] = {"Linux", "pleach", "6.1.0", "#1 SMP", "x86_64", "(none)"};
  if (unmapped(to)) return -EFAULT;
  for (int i = 0; i < 6; i++) copy_text(to + 65 * i, 65, fields[i]);
  return 0;
}

static long sys_sysinfo(unsigned long *to) {
  if (unmapped(to)) return -EFAULT;
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
  struct limit given = {0, 0};
  if (GET_IF(given, new) != 0) return -EFAULT;
  if (process != 0 && process != PROCESS) return -ESRCH;
  if ((unsigned)resource >= 16) return -EINVAL;
  int which = (int)fixed((int)resource, 16);
  struct limit before = limits[which];
  if (given.soft > given.hard) return -EINVAL;
  if (given.hard > before.hard) return -EPERM;
  if (new != NULL) limits[which] = given;
  return PUT_IF(old, before);
}

static long sys_getrlimit(long resource, struct limit *to) {
  struct limit limit;
  long error = sys_prlimit(0, resource, NULL, &limit);
  return error != 0 ? error : PUT(to, limit);
}

static long sys_setrlimit(long resource, const struct limit *from) {
  struct limit limit;
  long error = GET(limit, from);
  return error != 0 ? error : sys_prlimit(0, resource, &limit, NULL);
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
  unsigned user = USER;
  return PUT(a, user) != 0 || PUT(b, user) != 0 || PUT(c, user) != 0 ? -EFAULT : 0;
}

static long sys_getgroups(long room, unsigned *to) {
  if ((int)room < 0) return -EINVAL;
  unsigned user = USER;
  long error = (int)room > 0 ? PUT(to, user) : 0;
  return error != 0 ? error : 1;
}

static long sys_getrandom(char *to, long n) {
  if (n < 0 || n > MOST_TRANSFER) n = MOST_TRANSFER;
  if (out_of_reach(to, n) || (n != 0 && unmapped(to))) return -EFAULT;
  return random_into(to, n);
}

static long sys_getrusage(long who, void *to) {
  static const char nothing[144];
  if ((int)who < -1 || (int)who > 1) return -EINVAL;
  return PUT(to, nothing);
}

static long sys_prctl(long what, long argument) {
  static char name[16] = "program";
  static long dumpable = 1, deathsig;
  switch ((int)what) {
  case 1: deathsig = argument; return 0;
  case 2: {
    int signal = (int)deathsig;
    return PUT((void *)argument, signal);
  }
  case 3: return dumpable;
  case 4: dumpable = argument; return 0;
  case 15: {
    if (unmapped((void *)argument)) return -EFAULT;
    long n = 0;
    for (; n < 15 && ((char *)argument)[n] != '\0'; n++) name[n] = ((char *)argument)[n];
    name[n] = '\0';
    return 0;
  }
  case 16: return PUT((void *)argument, name);
  case 23: return 0;
  case 38: return 0; /* no new privileges */
  case 39: return 0;
  default:
    if ((int)what > 0 && (int)what < 80)
      __pleach_refused(157, "this request is not modelled and fails with EINVAL");
    return -EINVAL;
  }
}

static long sys_sched_getaffinity(long process, long size, char *to) {
  if (process != 0 && process != PROCESS) return -ESRCH;
  if (size < 8) return -EINVAL;
  uint64_t first = 1;
  long error = PUT(to, first);
  return error != 0 ? error : 8;
}

static long sys_sched_setaffinity(long size, const char *from) {
  return size > 0 && unmapped(from) ? -EFAULT : 0;
}

/* sched_setparam, sched_setscheduler: null is wrong in another way. */
static long set_priority(const int *from) {
  int priority;
  return from == NULL ? -EINVAL : GET(priority, from);
}

static long sys_sched_getparam(int *to) {
  int priority = 0;
  return to == NULL ? -EINVAL : PUT(to, priority);
}

static long sys_sched_rr_get_interval(struct time *to) {
  struct time interval = {0, 100000000};
  return PUT(to, interval);
}

static long sys_getcpu(unsigned *cpu, unsigned *node) {
  unsigned first = 0;
  return PUT_IF(cpu, first) != 0 || PUT_IF(node, first) != 0 ? -EFAULT : 0;
}

/* One thread: nobody could wake it. */
static long sys_futex(int *word, long operation, long value, const struct time *from) {
  enum { PRIVATE = 128 };
  int what = (int)operation & 0x7f, is;
  struct time limit;
  int waits = what == 0 || what == 9;
  if (waits && GET_IF(limit, from) != 0) return -EFAULT;
  if ((uintptr_t)word % sizeof *word != 0) return -EINVAL;
  if (out_of_reach(word, sizeof *word)) return -EFAULT;
  if ((waits || !(operation & PRIVATE)) && GET(is, word) != 0) return -EFAULT;
  if (what == 1 || what == 3 || what == 4 || what == 5 || what == 10) return 0;
  if (waits) {
    if (is != (int)value) return -EAGAIN;
    if (from == NULL) __pleach_blocked("waiting for another thread");
    if (what == 0) advance(limit.seconds, limit.nanoseconds);
    return -ETIMEDOUT;
  }
  __pleach_refused(202, "this operation is not modelled and fails with ENOSYS");
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
  case NON_BLOCKING: {
    int on;
    if (GET(on, (void *)argument) != 0) return -EFAULT;
    open->flags = on ? open->flags | O_NONBLOCK : open->flags & ~O_NONBLOCK;
    return 0;
  }
  case READABLE: {
    if (node->pipe == NULL && node->type != TYPE_REGULAR) return -ENOTTY;
    int left = (int)(node->pipe != NULL ? node->pipe->filled : node->size - open->offset);
    return PUT((void *)argument, left);
  }
  case CLONE: case EXTENTS: return -EOPNOTSUPP;
  default: return -ENOTTY; /* no terminal anywhere */
  }
}

static long no_processes(long number) {
  __pleach_refused(number, "there are no other processes; it fails with EAGAIN");
  return -EAGAIN;
}

static long no_programs(long number, const char *path) {
  if (unmapped(path)) return -EFAULT;
  __pleach_refused(number, "no other program can be run; it fails with EACCES");
  return -EACCES;
}

static long no_network(long number) {
  __pleach_refused(number, "there are no sockets; it fails with EAFNOSUPPORT");
  return -EAFNOSUPPORT;
}

_Noreturn static void end_process(long status) {
  write_back_all();
  __pleach_exit((int)status);
}
