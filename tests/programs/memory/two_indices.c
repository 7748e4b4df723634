// Two unknown indices into one array: equal or not.
#include <klee/klee.h>
int main(void) {
  unsigned char a[4] = {0};
  unsigned i, j;
  klee_make_symbolic(&i, sizeof i, "i");
  klee_make_symbolic(&j, sizeof j, "j");
  klee_assume(i < 4);
  klee_assume(j < 4);
  a[i] = 1;
  a[j] = 2;
  klee_assert(a[j] == 2);
  if (a[i] == 1) klee_assert(i != j);
  else klee_assert(i == j);
  return 0;
}
//~ PATHS: 2
