/* The clocks that a kernel maps into the program (vDSO): reading them is code of the program's own
   side, so a bad pointer is an error of the program and not EFAULT. */
#include <time.h>
#include "syscall.h"

int __clock_gettime(clockid_t which, struct timespec *to) {
  if (which == CLOCK_PROCESS_CPUTIME_ID || which == CLOCK_THREAD_CPUTIME_ID)
    return syscall(SYS_clock_gettime, which, to);
  struct timespec now;
  int result = syscall(SYS_clock_gettime, which, &now);
  if (result == 0) *to = now;
  return result;
}

weak_alias(__clock_gettime, clock_gettime);
