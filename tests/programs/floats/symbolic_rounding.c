// Large integers do not survive: the first that does not is 16777217.
#include <klee/klee.h>
int main(void) {
  int x = klee_int("x");
  klee_assume(x >= 16777200);
  klee_assume(x <= 16777217);
  float f = (float)x;
  klee_assert((int)f == x); //~ ERROR assert
  return 0;
}
//~ PATHS: 2
//~ INPUT x = 16777217
