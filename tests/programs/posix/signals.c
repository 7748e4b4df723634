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
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

static volatile int got;
static void handler(int signal) { got = got * 100 + signal; }
static void informed(int signal, siginfo_t *info, void *context) {
  (void)context;
  got = signal == info->si_signo ? 7 : 8;
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
  printf("end\n");
  return 0;
}
