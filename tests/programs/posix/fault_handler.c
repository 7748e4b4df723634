// Handlers of faults are run as natively: they print, jump away and exit; a second fault meets the
// handler again if the mask of blocked signals was restored.
#include <setjmp.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
static sigjmp_buf back;
static volatile int zero, count;
static int *volatile null;
static void handler(int signal) {
  printf("signal %d\n", signal);
  siglongjmp(back, ++count);
}
static void informed(int signal, siginfo_t *info, void *context) {
  printf("fault %d of %d at %p, %d\n", info->si_code, info->si_signo, info->si_addr, context != NULL);
  siglongjmp(back, signal);
}
static void last(int signal) {
  printf("last %d\n", signal);
  exit(7);
}
int main(void) {
  struct sigaction action = {.sa_sigaction = informed, .sa_flags = SA_SIGINFO};
  signal(SIGFPE, handler);
  signal(SIGILL, handler);
  sigaction(SIGSEGV, &action, NULL);
  signal(SIGABRT, last);
  switch (sigsetjmp(back, 1)) {
    case 0: printf("%d\n", 1 / zero);              //~ ERROR division-by-zero
    case 1: null[3] = 1;                           //~ ERROR null-dereference
    case SIGSEGV: printf("%d\n", 1 % zero);        //~ ERROR division-by-zero
    case 2: __builtin_trap();                      //~ ERROR abort
    case 3: abort();                               //~ ERROR abort
  }
  return 0;
}
//~ EXEC
//~ EXIT: 7
//~ PATHS: 6
