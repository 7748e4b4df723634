// Made unknown a second time, an object forgets the first value.
#include <klee/klee.h>
int main(void) {
  int x;
  klee_make_symbolic(&x, sizeof x, "x");
  klee_assume(x == 5);
  klee_make_symbolic(&x, sizeof x, "y");
  if (x == 5) return 1;
  return 0;
}
//~ PATHS: 2
