// klee_range includes its beginning and excludes its end.
#include <klee/klee.h>
int main(void) {
  int x = klee_range(-2, 2, "x");
  klee_assert(x >= -2);
  klee_assert(x <= 1);
  klee_assert(x != 1); //~ ERROR assert
  return 0;
}
//~ PATHS: 2
//~ INPUT x = 1
