// The handler of a fault runs for the inputs at fault, and errors in it are found. One that comes
// back ends the path; one that was taken away, or whose signal is blocked, is not run.
#include <klee/klee.h>
#include <limits.h>
#include <signal.h>
#include <stdlib.h>
static int divisor, *where;
static volatile sig_atomic_t ran;
static void handler(int signal) {
  ran = signal;
  klee_assert(divisor == 0 || divisor == -1);
  if (divisor == -1) abort(); //~ ERROR abort
}
static void failing(int signal) {
  *where = signal; //~ ERROR null-dereference
}
static void wrong(int signal) { klee_assert(signal == 0); }
int main(void) {
  sigset_t set;
  divisor = klee_int("divisor");
  signal(SIGFPE, handler);
  int quotient = INT_MIN / divisor; //~ ERROR division-by-zero //~ ERROR signed-overflow
  klee_assert(ran == 0);
  signal(SIGFPE, wrong);
  signal(SIGFPE, SIG_DFL);
  signal(SIGSEGV, wrong);
  sigemptyset(&set);
  sigaddset(&set, SIGSEGV);
  sigprocmask(SIG_BLOCK, &set, NULL);
  if (divisor == 5) return *where; //~ ERROR null-dereference
  sigprocmask(SIG_UNBLOCK, &set, NULL);
  signal(SIGSEGV, failing);
  if (divisor == 6) return *where; //~ ERROR null-dereference
  if (divisor == 7) return 1 / (divisor - 7); //~ ERROR division-by-zero
  return quotient == 0;
}
//~ PATHS: any
