// The divisor cannot be 0: its lowest bit is set.
#include <klee/klee.h>
int main(void) {
  unsigned x;
  klee_make_symbolic(&x, sizeof x, "x");
  unsigned y = x | 1;
  klee_assert(77 / y <= 77);
  return 0;
}
//~ PATHS: 1
