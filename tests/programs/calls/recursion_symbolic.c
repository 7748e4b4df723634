// Recursion as deep as the input says, 0 to 5.
#include <klee/klee.h>
static unsigned factorial(unsigned n) { return n == 0 ? 1 : n * factorial(n - 1); }
int main(void) {
  unsigned n;
  klee_make_symbolic(&n, sizeof n, "n");
  klee_assume(n <= 5);
  unsigned f = factorial(n);
  klee_assert(f != 24 || n == 4);
  return 0;
}
//~ PATHS: 6
