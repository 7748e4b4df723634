/* Signals that the program sends to itself. */

enum { SIGNALS = 64, KILL = 9, ALARM = 14, STOP = 19 };
enum { WITH_INFO = 4, NO_DEFER = 0x40000000 };
enum { RESET = (int)0x80000000u };

struct action { void (*handler)(int); unsigned long flags; void (*restorer)(void); uint64_t mask; };

static struct action actions[SIGNALS + 1];
static uint64_t blocked, pending;
static struct { void *base; int flags; long size; } other_stack = {NULL, 2, 0};

static uint64_t bit(int signal) { return (uint64_t)1 << (signal - 1); }

static int ignored_by_default(int signal) {
  return signal == 17 || signal == 18 || signal == 23 || signal == 28;
}

static void fault(long signal, uint64_t address);

/* Says to the engine whether the program handles a signal: faults then come back to `fault`. */
static void tell(int signal) {
  void (*handler)(int) = actions[signal].handler;
  int handled = handler != NULL && handler != (void (*)(int))1;
  __pleach_handles(signal, handled ? fault : NULL, &blocked);
}

static int is_ignored(int signal) {
  void (*handler)(int) = actions[signal].handler;
  return handler == (void (*)(int))1 || (handler == NULL && ignored_by_default(signal));
}

static void call_handler(int signal, int *info) {
  struct action action = actions[signal];
  if (is_ignored(signal)) return;
  if (action.handler == NULL) {
    if (signal >= STOP && signal <= 22) __pleach_blocked("stopping itself with a signal");
    write_back_all();
    __pleach_killed(signal);
  }
  if (action.flags & (unsigned)RESET) {
    actions[signal].handler = NULL;
    tell(signal);
  }
  uint64_t before = blocked;
  blocked |= action.mask;
  if ((action.flags & NO_DEFER) == 0) blocked |= bit(signal);
  if (action.flags & WITH_INFO) {
    long context[128] = {0}; /* as large as the kernel's; registers are not known */
    ((void (*)(int, void *, void *))action.handler)(signal, info, context);
  } else {
    action.handler(signal);
  }
  blocked = before;
}

static void deliver(int signal) {
  int info[32] = {signal, 0, -6, 0, PROCESS, USER};
  call_handler(signal, info);
}

static void deliver_signals(void) {
  for (int signal = 1; (pending & ~blocked) != 0 && signal <= SIGNALS; signal++)
    if (pending & ~blocked & bit(signal)) {
      pending &= ~bit(signal);
      deliver(signal);
    }
}

/* The instruction that the program stands at is at fault. Where the signal is blocked or has no
   handler any more, that kills. A handler that comes back meets the same instruction again. */
static void fault(long signal, uint64_t address) {
  void (*handler)(int) = actions[signal].handler;
  if (handler != NULL && !is_ignored((int)signal) && (blocked & bit((int)signal)) == 0) {
    int info[32] = {(int)signal, 0, signal == 6 ? -6 : 1, 0, (int)address, (int)(address >> 32)};
    call_handler((int)signal, info);
  }
  write_back_all();
  __pleach_fault_over();
}

static void raise_signal(int signal) {
  if (signal == KILL || signal == STOP || !is_ignored(signal)) pending |= bit(signal);
  deliver_signals();
}

/* Whether the alarm would end a waiting: it is neither ignored nor blocked. */
static int alarm_interrupts(void) {
  return !is_ignored(ALARM) && (blocked & bit(ALARM)) == 0;
}

static long send_signal(long signal) {
  if ((int)signal < 0 || (int)signal > SIGNALS) return -EINVAL;
  if ((int)signal == 0) return 0;
  raise_signal((int)fixed((int)signal, SIGNALS));
  return 0;
}

static long sys_kill(long process, long signal) {
  int id = (int)process;
  if (id == PROCESS || id == 0 || id == -PROCESS) return send_signal(signal);
  return -ESRCH; /* -1 are all others, of whom there are none */
}

static long sys_rt_sigaction(long signal, const struct action *new, struct action *old) {
  int n = (int)signal;
  struct action action;
  if (GET_IF(action, new) != 0) return -EFAULT;
  if (n < 1 || n > SIGNALS || (new != NULL && (n == KILL || n == STOP))) return -EINVAL;
  n = (int)fixed(n, SIGNALS);
  struct action before = actions[n];
  if (new != NULL) {
    actions[n] = action;
    tell(n);
    if (is_ignored(n)) pending &= ~bit(n);
  }
  return PUT_IF(old, before);
}

static void set_blocked(uint64_t mask) { blocked = mask & ~(bit(KILL) | bit(STOP)); }

static long sys_rt_sigprocmask(long how, const uint64_t *set, uint64_t *old) {
  uint64_t before = blocked, given;
  if (GET_IF(given, set) != 0) return -EFAULT;
  __pleach_handles(0, NULL, &blocked);
  if (set != NULL) switch ((int)how) {
    case 0: set_blocked(blocked | given); break;
    case 1: set_blocked(blocked & ~given); break;
    case 2: set_blocked(given); break;
    default: return -EINVAL;
    }
  long error = PUT_IF(old, before);
  deliver_signals();
  return error;
}

/* Waits for a signal; only the alarm can bring one. */
static long wait_for_signal(const uint64_t *mask) {
  uint64_t before = blocked, given;
  if (GET_IF(given, mask) != 0) return -EFAULT;
  if (mask != NULL) set_blocked(given);
  if ((pending & ~blocked) == 0) {
    if (alarm_at.seconds == 0 || !alarm_interrupts()) __pleach_blocked("waiting for a signal");
    ring();
  }
  deliver_signals();
  set_blocked(before);
  deliver_signals();
  return -EINTR;
}

static long sys_sigaltstack(const void *new, void *old) {
  __typeof__(other_stack) before = other_stack, given;
  if (GET_IF(given, new) != 0) return -EFAULT;
  if (new != NULL) other_stack = given;
  return PUT_IF(old, before);
}
