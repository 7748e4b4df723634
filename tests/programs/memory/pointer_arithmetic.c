// Differences and comparisons of pointers into one array.
#include <klee/klee.h>
int main(void) {
  short a[10];
  unsigned i, j;
  klee_make_symbolic(&i, sizeof i, "i");
  klee_make_symbolic(&j, sizeof j, "j");
  klee_assume(i <= 10);
  klee_assume(j <= 10);
  short *p = a + i, *q = a + j;
  klee_assert(p - q == (int)i - (int)j);
  klee_assert((p < q) == (i < j));
  klee_assert((p == q) == (i == j));
  return 0;
}
//~ PATHS: any
