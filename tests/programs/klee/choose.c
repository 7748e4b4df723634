// klee_choose gives a number below its argument.
#include <klee/klee.h>
int main(void) {
  uintptr_t n = klee_choose(3);
  klee_assert(n < 3);
  if (n == 0) return 0;
  if (n == 1) return 1;
  return 2;
}
//~ PATHS: 3
