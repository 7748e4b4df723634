// A promise to the compiler that is broken.
#include <klee/klee.h>
static int digit(unsigned x) {
  switch (x) {
    case 0: return '0';
    case 1: return '1';
    default: __builtin_unreachable(); //~ ERROR unreachable
  }
}
int main(void) {
  unsigned x;
  klee_make_symbolic(&x, sizeof x, "x");
  klee_assume(x <= 2);
  return digit(x);
}
//~ PATHS: 3
//~ INPUT x = 2
