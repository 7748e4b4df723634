// Empty assembly, nop and tied operands: the usual compiler barriers.
#include <klee/klee.h>
int main(void) {
  int x = klee_int("x"), y = x;
  __asm__ volatile("" ::: "memory");
  __asm__ volatile("nop");
  __asm__("" : "+r"(y));
  klee_assert(y == x);
  return 0;
}
//~ PATHS: 1
