// The last valid index is no error.
#include <klee/klee.h>
int main(void) {
  int a[4] = {1, 2, 3, 4};
  unsigned i;
  klee_make_symbolic(&i, sizeof i, "i");
  klee_assume(i < 4);
  klee_assert(a[i] == (int)i + 1);
  return 0;
}
//~ PATHS: 1
