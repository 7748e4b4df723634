// Pointer to integer and back, with tag bits in between.
#include <klee/klee.h>
#include <stdint.h>
int main(void) {
  long value = 5;
  uintptr_t tagged = (uintptr_t)&value | 3;
  klee_assert((tagged & 7) == 3);
  long *p = (long *)(tagged & ~(uintptr_t)7);
  klee_assert(*p == 5);
  return 0;
}
//~ PATHS: 1
