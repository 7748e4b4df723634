/* Time: the same in every run. It starts at a fixed moment and advances a little whenever it is
   looked at, and by as much as the program sleeps. */

static struct time now_is = {1700000000, 0};
static struct time alarm_at; /* seconds 0: none */

static void advance(long seconds, long nanoseconds) {
  now_is.seconds += seconds;
  now_is.nanoseconds += nanoseconds;
  if (now_is.nanoseconds >= 1000000000) now_is.nanoseconds -= 1000000000, now_is.seconds++;
}

/* Prime, so that times never divide a second evenly: on a real clock they do not either, and
   programs that compute rates look at it. */
enum { NANOSECONDS_PER_LOOK = 1009 };

static struct time clock_now(void) {
  advance(0, NANOSECONDS_PER_LOOK);
  return now_is;
}

static int earlier(struct time a, struct time b) {
  return a.seconds != b.seconds ? a.seconds < b.seconds : a.nanoseconds < b.nanoseconds;
}

static struct time difference(struct time a, struct time b) {
  struct time d = {a.seconds - b.seconds, a.nanoseconds - b.nanoseconds};
  if (d.nanoseconds < 0) d.nanoseconds += 1000000000, d.seconds--;
  return d;
}

static long sys_clock_gettime(long which, struct time *to) {
  if ((int)which < 0 || (int)which > 11) return -EINVAL;
  struct time now = clock_now();
  /* Clocks that count from the start of the machine, and those of this process. */
  if (which == 1 || which == 4 || which == 6 || which == 7) now.seconds -= 1699999000;
  if (which == 2 || which == 3) now.seconds -= 1700000000;
  *to = now;
  return 0;
}

static long sys_clock_getres(long which, struct time *to) {
  if ((int)which < 0 || (int)which > 11) return -EINVAL;
  if (to != NULL) *to = (struct time){0, 1};
  return 0;
}

static long sys_gettimeofday(struct time *to) {
  struct time now = clock_now();
  if (to != NULL) *to = (struct time){now.seconds, now.nanoseconds / 1000};
  return 0;
}

static long sys_time(long *to) {
  struct time now = clock_now();
  if (to != NULL) *to = now.seconds;
  return now.seconds;
}

/* Sleeps until then, or until the alarm rings: returns whether it did. */
static int sleep_until(struct time end) {
  if (alarm_at.seconds != 0 && earlier(alarm_at, end)) {
    if (earlier(now_is, alarm_at)) now_is = alarm_at;
    alarm_at.seconds = 0;
    raise_signal(14);
    return 1;
  }
  if (earlier(now_is, end)) now_is = end;
  return 0;
}

static long sys_nanosleep(long absolute, const struct time *wanted, struct time *left) {
  if (wanted == NULL) return -EFAULT;
  if (wanted->nanoseconds < 0 || wanted->nanoseconds > 999999999 || wanted->seconds < 0)
    return -EINVAL;
  struct time end = *wanted;
  if (!absolute) {
    end = now_is;
    end.seconds += wanted->seconds;
    end.nanoseconds += wanted->nanoseconds;
    if (end.nanoseconds > 999999999) end.nanoseconds -= 1000000000, end.seconds++;
  }
  if (!sleep_until(end)) return 0;
  if (left != NULL && !absolute) *left = difference(end, now_is);
  return -EINTR;
}

static long sys_alarm(unsigned seconds) {
  long left = alarm_at.seconds == 0 ? 0 : alarm_at.seconds - now_is.seconds;
  alarm_at = now_is;
  alarm_at.seconds = seconds == 0 ? 0 : now_is.seconds + seconds;
  return left;
}

struct timer { struct time interval, value; };

static long sys_getitimer(long which, struct timer *to) {
  if (which < 0 || which > 2) return -EINVAL;
  *to = (struct timer){0};
  if (which == 0 && alarm_at.seconds != 0) {
    to->value = difference(alarm_at, now_is);
    to->value.nanoseconds /= 1000;
  }
  return 0;
}

static long sys_setitimer(long which, const struct timer *wanted, struct timer *before) {
  if (which < 0 || which > 2) return -EINVAL;
  if (before != NULL) sys_getitimer(which, before);
  if (which != 0 || wanted == NULL) return 0;
  if (wanted->value.nanoseconds < 0 || wanted->value.nanoseconds > 999999) return -EINVAL;
  alarm_at = (struct time){0, 0};
  if (wanted->value.seconds == 0 && wanted->value.nanoseconds == 0) return 0;
  alarm_at = now_is;
  alarm_at.seconds += wanted->value.seconds;
  alarm_at.nanoseconds += wanted->value.nanoseconds * 1000;
  if (alarm_at.nanoseconds > 999999999) alarm_at.nanoseconds -= 1000000000, alarm_at.seconds++;
  return 0;
}

static long sys_times(long *to) {
  if (to != NULL) to[0] = to[1] = to[2] = to[3] = 0;
  return (clock_now().seconds - 1699999000) * 100;
}
