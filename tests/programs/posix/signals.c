// Signals to itself, waiting, other processes.
//~ EXEC
//~ PATHS: 1
#define _GNU_SOURCE
#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <signal.h>
#include <stdio.h>
#include <string.h>
#include <sys/select.h>
#include <sys/time.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

static volatile int got;
static void handler(int signal) { got = got * 100 + signal; }
static volatile int rings;
static void count(int signal) { rings += signal == SIGALRM; }
static void informed(int signal, siginfo_t *info, void *context) {
  (void)context;
  got = signal == info->si_signo ? 7 : 8;
}

static int later_by(int clock, const struct timespec *start, long nanoseconds) {
  struct timespec now;
  clock_gettime(clock, &now);
  return (now.tv_sec - start->tv_sec) * 1000000000 + now.tv_nsec - start->tv_nsec >= nanoseconds;
}

// Sleeping until a moment, by every clock that can.
static void clocks(void) {
  const int all[] = {CLOCK_REALTIME, CLOCK_MONOTONIC, CLOCK_BOOTTIME, CLOCK_TAI,
                     CLOCK_MONOTONIC_RAW, CLOCK_MONOTONIC_COARSE, CLOCK_THREAD_CPUTIME_ID, 77, -1};
  for (unsigned i = 0; i < sizeof all / sizeof *all; i++) {
    struct timespec start = {0, 0}, end, span = {0, 1000};
    clock_gettime(all[i], &start);
    end = start;
    end.tv_nsec += 3000000;
    if (end.tv_nsec > 999999999) end.tv_nsec -= 1000000000, end.tv_sec++;
    printf("%u: %d", i, clock_nanosleep(all[i], TIMER_ABSTIME, &end, NULL));
    if (i < 4) printf(" %d", later_by(all[i], &start, 3000000));
    printf(" %d %d\n", clock_nanosleep(all[i], TIMER_ABSTIME, &span, NULL),
           clock_nanosleep(all[i], 0, &span, NULL));
  }
}

static void timers(void) {
  struct itimerval often = {{0, 2000}, {0, 2000}}, once = {{0, 0}, {0, 1000}};
  struct itimerval none = {{0, 0}, {0, 0}}, bad = {{0, 0}, {0, 1000000}}, was;
  struct timespec span = {0, 3000000}, start;
  signal(SIGALRM, count);
  printf("%d", setitimer(ITIMER_REAL, &often, NULL));
  for (int i = 0; i < 3; i++) pause();
  printf(" %d %d", rings >= 3, getitimer(ITIMER_REAL, &was));
  printf(" %ld %d\n", (long)was.it_interval.tv_usec, was.it_value.tv_usec <= 2000);
  printf("%d", setitimer(ITIMER_REAL, &none, NULL)), printf(" %d", getitimer(ITIMER_REAL, &was));
  printf(" %ld %ld\n", (long)was.it_value.tv_usec, (long)was.it_interval.tv_usec);
  printf("%d %d\n", setitimer(ITIMER_REAL, &bad, NULL), setitimer(77, &once, NULL));
  printf("%d %d\n", setitimer(ITIMER_VIRTUAL, &none, NULL), setitimer(ITIMER_PROF, &none, NULL));
  signal(SIGALRM, SIG_IGN), setitimer(ITIMER_REAL, &once, NULL);
  printf("ignored %d\n", nanosleep(&span, NULL));
  signal(SIGALRM, handler), got = 0;
  sigset_t all, empty, now;
  sigfillset(&all), sigemptyset(&empty);
  sigprocmask(SIG_BLOCK, &all, NULL), setitimer(ITIMER_REAL, &once, NULL);
  clock_gettime(CLOCK_MONOTONIC, &start);
  printf("blocked %d", nanosleep(&span, NULL));
  sigpending(&now);
  printf(" %d %d %d\n", later_by(CLOCK_MONOTONIC, &start, 3000000), got, sigismember(&now, SIGALRM));
  int p[2];
  struct timespec zero = {0, 0};
  if (pipe(p)) return;
  struct pollfd fds[2] = {{p[0], POLLIN, 0}, {p[1], POLLOUT, 0}};
  printf("%d %d\n", ppoll(fds, 2, &zero, &empty), got);
  printf("%d", ppoll(fds, 1, &zero, NULL)), printf(" %d\n", got);
  printf("%d", ppoll(fds, 1, NULL, &empty)), printf(" %d %d\n", errno, got);
  raise(SIGALRM), got = 0;
  printf("%d", pselect(0, NULL, NULL, NULL, NULL, &empty)), printf(" %d %d\n", errno, got);
  sigprocmask(SIG_SETMASK, &empty, NULL);
  struct timespec wrong = {0, -1};
  printf("%d", ppoll(fds, 1, &wrong, NULL)), printf(" %d\n", errno);
  setitimer(ITIMER_REAL, &once, NULL), got = 0;
  while (!got) clock_gettime(CLOCK_MONOTONIC, &start);
  printf("rang %d\n", got);
  printf("%d", alarm(100)), printf(" %d", alarm(7)), printf(" %d\n", alarm(0));
  close(p[0]), close(p[1]);
}

int main(void) {
  char b[8];
  int p[2];
  signal(SIGUSR1, handler);
  printf("%d", raise(SIGUSR1)), printf(" %d\n", got);
  sigset_t set, old;
  sigemptyset(&set), sigaddset(&set, SIGUSR1);
  sigprocmask(SIG_BLOCK, &set, &old);
  kill(getpid(), SIGUSR1);
  printf("blocked %d\n", got);
  sigpending(&set);
  printf("pending %d %d\n", sigismember(&set, SIGUSR1), sigismember(&set, SIGUSR2));
  sigprocmask(SIG_SETMASK, &old, NULL);
  printf("after %d\n", got);
  struct sigaction action = {.sa_sigaction = informed, .sa_flags = SA_SIGINFO | SA_RESETHAND};
  sigaction(SIGUSR2, &action, NULL);
  raise(SIGUSR2);
  sigaction(SIGUSR2, NULL, &action);
  printf("%d %d\n", got, action.sa_handler == SIG_DFL);
  signal(SIGTERM, SIG_IGN);
  raise(SIGTERM), raise(SIGCHLD);
  printf("%d %d\n", kill(getpid(), 0), kill(getpid(), 99));
  got = 0;
  signal(SIGPIPE, handler);
  if (pipe(p)) return 1;
  struct pollfd fds[3] = {{p[0], POLLIN, 0}, {p[1], POLLOUT, 0}, {55, POLLIN, 0}};
  printf("%d %d %d %d\n", poll(fds, 3, 0), fds[0].revents, fds[1].revents, fds[2].revents);
  printf("%d\n", poll(fds, 1, 1));
  printf("%ld\n", (long)write(p[1], "x", 1));
  fd_set in;
  FD_ZERO(&in);
  FD_SET(p[0], &in);
  struct timeval none = {0, 0};
  printf("%d", select(p[0] + 1, &in, NULL, NULL, &none)), printf(" %d\n", FD_ISSET(p[0], &in) != 0);
  printf("%ld\n", (long)read(p[0], b, 8));
  close(p[0]);
  printf("%ld %d %d\n", (long)write(p[1], "x", 1), errno, got);
  printf("%d %d\n", (int)waitpid(-1, NULL, 0), errno);
  struct timespec a, z, pause_for = {0, 2000000};
  clock_gettime(CLOCK_MONOTONIC, &a);
  printf("%d\n", nanosleep(&pause_for, NULL));
  clock_gettime(CLOCK_MONOTONIC, &z);
  printf("%d\n", (z.tv_sec - a.tv_sec) * 1000000000 + z.tv_nsec - a.tv_nsec >= 2000000);
  signal(SIGALRM, handler), got = 0;
  alarm(1);
  printf("%d", pause()), printf(" %d %d\n", got, errno);
  clocks();
  timers();
  printf("end\n");
  return 0;
}
