// Without the check the smallest number comes back from `abs`, as natively, and nothing else does.
#include <klee/klee.h>
#include <limits.h>
#include <stdlib.h>
int main(void) {
  int x = klee_int("x");
  int y = abs(x);
  if (y < 0) klee_assert(x == INT_MIN && y == INT_MIN);
  return 0;
}
//~ PATHS: 2
