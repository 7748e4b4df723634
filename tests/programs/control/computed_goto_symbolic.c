// A computed jump with an unknown target.
#include <klee/klee.h>
int main(void) {
  static const void *const labels[] = {&&zero, &&one, &&two};
  unsigned x;
  klee_make_symbolic(&x, sizeof x, "x");
  klee_assume(x < 3);
  goto *labels[x];
zero:
  klee_assert(x == 0);
  return 0;
one:
  klee_assert(x == 1);
  return 1;
two:
  klee_assert(x == 2);
  return 2;
}
//~ PATHS: 3
