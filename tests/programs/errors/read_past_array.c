// The first index behind a local array.
#include <klee/klee.h>
int main(void) {
  int a[4] = {1, 2, 3, 4};
  unsigned i;
  klee_make_symbolic(&i, sizeof i, "i");
  klee_assume(i <= 4);
  return a[i]; //~ ERROR out-of-bounds-read
}
//~ PATHS: 2
//~ INPUT i = 4
