// Nested conditional operators.
#include <klee/klee.h>
int main(void) {
  int x = klee_int("x");
  int class = x < 0 ? -1 : x == 0 ? 0 : x < 10 ? 1 : 2;
  klee_assert(class != 1 || (x > 0 && x < 10));
  return class + 1;
}
//~ PATHS: 4
