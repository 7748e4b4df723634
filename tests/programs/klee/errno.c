// errno as the last library call left it.
#include <errno.h>
#include <klee/klee.h>
int main(void) {
  errno = 7;
  klee_assert(errno == 7);
  klee_assert(klee_get_errno() == 7);
  return 0;
}
//~ PATHS: 1
