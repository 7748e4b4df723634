// System call wrappers whose variable argument depends on the request: without one where none is
// needed, which is no read of an argument that is not there.
#include <fcntl.h>
#include <klee/klee.h>
#include <sys/syscall.h>
#include <unistd.h>
int main(void) {
  klee_assert(fcntl(1, F_GETFD) == 0);
  klee_assert(fcntl(1, F_SETFD, FD_CLOEXEC) == 0);
  klee_assert(fcntl(1, F_GETFD) == FD_CLOEXEC);
  klee_assert(fcntl(77, F_GETFL) == -1);
  klee_assert(syscall(SYS_getpid) == getpid());
  return 0;
}
//~ PATHS: 1
