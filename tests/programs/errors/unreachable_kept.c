// The same promise, kept.
#include <klee/klee.h>
static int digit(unsigned x) {
  switch (x) {
    case 0: return '0';
    case 1: return '1';
    default: __builtin_unreachable();
  }
}
int main(void) {
  unsigned x;
  klee_make_symbolic(&x, sizeof x, "x");
  klee_assume(x <= 1);
  return digit(x);
}
//~ PATHS: 2
