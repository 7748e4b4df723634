// A range of one value is that value.
#include <klee/klee.h>
int main(void) {
  int x = klee_range(7, 8, "x");
  klee_assert(x == 7);
  return 0;
}
//~ PATHS: 1
