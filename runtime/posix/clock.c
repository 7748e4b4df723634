/* Time: the same in every run. It starts at a fixed moment and advances a little whenever it is
   looked at, and by as much as the program sleeps. */

static struct time now_is = {1700000000, 0};
static struct time alarm_at;    /* seconds 0: none */
static struct time alarm_every; /* zero: it rings once */

static void advance(long seconds, long nanoseconds) {
  now_is.seconds += seconds;
  now_is.nanoseconds += nanoseconds;
  if (now_is.nanoseconds >= 1000000000) now_is.nanoseconds -= 1000000000, now_is.seconds++;
}

/* Prime, so that times never divide a second evenly: on a real clock they do not either, and
   programs that compute rates look at it. */
enum { NANOSECONDS_PER_LOOK = 1009 };

/* The program looks at the clock. */
static struct time clock_now(void) {
  advance(0, NANOSECONDS_PER_LOOK);
  return now_is;
}

/* The time of an event, such as a change of a file. Like that of a kernel's coarse clock it is the
   same for many: what one path does more than another does not move the times of both. Only who
   waits for an alarm may do so with such events. */
static struct time moment(void) { return alarm_at.seconds != 0 ? clock_now() : now_is; }

static int earlier(struct time a, struct time b) {
  return a.seconds != b.seconds ? a.seconds < b.seconds : a.nanoseconds < b.nanoseconds;
}

static struct time difference(struct time a, struct time b) {
  struct time d = {a.seconds - b.seconds, a.nanoseconds - b.nanoseconds};
  if (d.nanoseconds < 0) d.nanoseconds += 1000000000, d.seconds--;
  return d;
}

/* Farther away than any time that a program can mean; sums of two such do not overflow. */
static const long NEVER = 1L << 40;

static struct time later(struct time a, struct time by) {
  struct time t = {a.seconds + (by.seconds < NEVER ? by.seconds : NEVER),
                   a.nanoseconds + by.nanoseconds};
  if (t.nanoseconds > 999999999) t.nanoseconds -= 1000000000, t.seconds++;
  return t;
}

static int bad_span(const struct time *t) {
  return t->seconds < 0 || t->nanoseconds < 0 || t->nanoseconds > 999999999;
}

enum { REALTIME, MONOTONIC, PROCESS_TIME, THREAD_TIME, RAW, COARSE, MONOTONIC_COARSE, BOOTTIME,
       REALTIME_ALARM, BOOTTIME_ALARM, NO_CLOCK, TAI };

static int is_clock(long which) {
  return (int)which >= 0 && (int)which <= TAI && (int)which != NO_CLOCK;
}

/* When the clock was at zero: some count from the start of the machine, some from the process's. */
static long zero_of(long which) {
  switch ((int)which) {
  case MONOTONIC: case RAW: case MONOTONIC_COARSE: case BOOTTIME: case BOOTTIME_ALARM:
    return 1699999000;
  case PROCESS_TIME: case THREAD_TIME: return 1700000000;
  default: return 0;
  }
}

static long sys_clock_gettime(long which, struct time *to) {
  if (!is_clock(which)) return -EINVAL;
  struct time now = clock_now();
  now.seconds -= zero_of(which);
  return PUT(to, now);
}

static long sys_clock_getres(long which, struct time *to) {
  if (!is_clock(which)) return -EINVAL;
  struct time finest = {0, 1};
  return PUT_IF(to, finest);
}

static long sys_gettimeofday(struct time *to) {
  struct time now = clock_now();
  now.nanoseconds /= 1000;
  return PUT_IF(to, now);
}

static long sys_time(long *to) {
  struct time now = clock_now();
  long error = PUT_IF(to, now.seconds);
  return error != 0 ? error : now.seconds;
}

/* The alarm rings, now or when its time comes; one with an interval starts anew, and what it has
   missed is one signal. */
static void ring(void) {
  if (earlier(now_is, alarm_at)) now_is = alarm_at;
  if (alarm_every.seconds == 0 && alarm_every.nanoseconds == 0)
    alarm_at.seconds = 0;
  else
    do alarm_at = later(alarm_at, alarm_every);
    while (!earlier(now_is, alarm_at));
  raise_signal(14);
}

/* Time goes by whenever the clock is looked at: the alarm may be due. */
static void ring_if_due(void) {
  if (alarm_at.seconds != 0 && !earlier(now_is, alarm_at)) ring();
}

/* Sleeps until then, or until the alarm rings: returns whether that ended the sleep. */
static int sleep_until(struct time end) {
  while (alarm_at.seconds != 0 && earlier(alarm_at, end)) {
    int interrupts = alarm_interrupts();
    ring();
    if (interrupts) return 1;
  }
  if (earlier(now_is, end)) now_is = end;
  return 0;
}

/* The time that the program wants to wait. */
static long get_span(struct time *span, const struct time *from) {
  long error = GET(*span, from);
  return error != 0 ? error : bad_span(span) ? -EINVAL : 0;
}

static long sleep_on(long which, long absolute, const struct time *from, struct time *to) {
  struct time wanted;
  long error = get_span(&wanted, from);
  if (error != 0) return error;
  struct time start = now_is;
  if (absolute) start = (struct time){zero_of(which), 0};
  struct time end = later(start, wanted);
  if (!sleep_until(end)) return 0;
  struct time left = difference(end, now_is);
  error = absolute ? 0 : PUT_IF(to, left);
  return error != 0 ? error : -EINTR;
}

static long sys_clock_nanosleep(long which, long flags, const struct time *wanted,
                                struct time *left) {
  if (!is_clock(which)) return -EINVAL;
  switch ((int)which) {
  case REALTIME: case MONOTONIC: case BOOTTIME: case TAI:
    return sleep_on(which, flags & 1, wanted, left);
  case PROCESS_TIME: case REALTIME_ALARM: case BOOTTIME_ALARM: {
    struct time span;
    long error = get_span(&span, wanted);
    if (error != 0) return error;
  }
  }
  switch ((int)which) {
  case PROCESS_TIME: __pleach_blocked("sleeping until it has used more time");
  case REALTIME_ALARM: case BOOTTIME_ALARM: return -EPERM;
  default: return -EOPNOTSUPP;
  }
}

/* What is left, to the nearest second, but never nothing. */
static long sys_alarm(unsigned seconds) {
  struct time left = {0, 0};
  if (alarm_at.seconds != 0) left = difference(alarm_at, now_is);
  if (left.nanoseconds >= 500000000 || (left.seconds == 0 && left.nanoseconds > 0)) left.seconds++;
  alarm_every = (struct time){0, 0};
  alarm_at = later(now_is, (struct time){seconds, 0});
  if (seconds == 0) alarm_at.seconds = 0;
  return left.seconds;
}

/* In microseconds. */
struct timer { struct time interval, value; };

static long sys_getitimer(long which, struct timer *to) {
  if ((int)which < 0 || (int)which > 2) return -EINVAL;
  struct timer timer = {0};
  if ((int)which == 0 && alarm_at.seconds != 0) {
    timer.value = difference(alarm_at, now_is);
    timer.interval = alarm_every;
    timer.value.nanoseconds /= 1000;
    timer.interval.nanoseconds /= 1000;
  }
  return PUT(to, timer);
}

static int bad_microseconds(const struct time *t) {
  return t->seconds < 0 || t->nanoseconds < 0 || t->nanoseconds > 999999;
}

static long sys_setitimer(long which, const struct timer *wanted, struct timer *before) {
  struct timer new = {0};
  long error = GET_IF(new, wanted);
  if (error != 0) return error;
  if (bad_microseconds(&new.value) || bad_microseconds(&new.interval)) return -EINVAL;
  if ((int)which < 0 || (int)which > 2) return -EINVAL;
  new.value.nanoseconds *= 1000;
  new.interval.nanoseconds *= 1000;
  int armed = new.value.seconds != 0 || new.value.nanoseconds != 0;
  if ((int)which != 0 && armed) {
    __pleach_refused(38, "there are no timers that count the time that the program uses");
    return -EINVAL;
  }
  if (before != NULL) error = sys_getitimer(which, before);
  if ((int)which != 0) return error;
  alarm_at = later(now_is, new.value);
  alarm_every = new.interval;
  if (!armed) alarm_at.seconds = 0;
  return error;
}

static long sys_times(long *to) {
  static const long used[4];
  long error = PUT_IF(to, used);
  return error != 0 ? error : (clock_now().seconds - 1699999000) * 100;
}
