// The last index before a global array.
#include <klee/klee.h>
static int a[4] = {1, 2, 3, 4};
int main(void) {
  int i;
  klee_make_symbolic(&i, sizeof i, "i");
  klee_assume(i >= -1);
  klee_assume(i <= 3);
  return a[i]; //~ ERROR out-of-bounds-read
}
//~ PATHS: 2
//~ INPUT i = -1
