// Optimised code with undefined values in places that do not matter.
#include <klee/klee.h>
static int pick(int which, int a) {
  int unset;
  int value = a;
  if (which == 3) value = unset = 5;
  (void)unset;
  return value;
}
int main(void) {
  int x = klee_int("x");
  klee_assert(pick(x, 7) == (x == 3 ? 5 : 7));
  return 0;
}
//~ PATHS: any
//~ FLAGS: -O2
