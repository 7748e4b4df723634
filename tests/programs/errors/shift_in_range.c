// A masked distance never goes too far.
#include <klee/klee.h>
int main(void) {
  unsigned n, x;
  klee_make_symbolic(&n, sizeof n, "n");
  klee_make_symbolic(&x, sizeof x, "x");
  unsigned rotated = x << (n & 31) | x >> (-n & 31);
  klee_assert((n & 31) != 0 || rotated == x);
  return 0;
}
//~ PATHS: any
