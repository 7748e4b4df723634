// An assumption of two parts, joined by & because && would fork.
#include <klee/klee.h>
int main(void) {
  int x = klee_int("x");
  klee_assume((x > 5) & (x < 8));
  klee_assert(x == 6 || x == 7);
  return 0;
}
//~ PATHS: 2
