// Function pointers compare equal exactly when the functions are the same.
#include <klee/klee.h>
static int f(void) { return 1; }
static int g(void) { return 2; }
int main(void) {
  int x = klee_int("x");
  int (*p)(void) = x ? f : g;
  klee_assert((p == f) == (x != 0));
  klee_assert((p() == 1) == (x != 0));
  klee_assert((void *)f != (void *)g);
  return 0;
}
//~ PATHS: 2
