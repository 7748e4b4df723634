// Which index was written? Only 5 makes the assertion fail.
#include <klee/klee.h>
int main(void) {
  int a[8] = {1, 2, 3, 4, 5, 6, 7, 8};
  unsigned i;
  klee_make_symbolic(&i, sizeof i, "i");
  klee_assume(i < 8);
  a[i] = -1;
  klee_assert(a[5] != -1); //~ ERROR assert
  return 0;
}
//~ PATHS: 2
//~ INPUT i = 5
