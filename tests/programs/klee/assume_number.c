// Any value that is not 0 is true.
#include <klee/klee.h>
int main(void) {
  unsigned char x;
  klee_make_symbolic(&x, sizeof x, "x");
  klee_assume(x & 0xf0);
  klee_assert(x >= 16);
  return 0;
}
//~ PATHS: 1
