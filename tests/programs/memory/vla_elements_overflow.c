// Elements times their size is more than an address can say: too large, not small.
#include <klee/klee.h>
int main(void) {
  unsigned long n;
  klee_make_symbolic(&n, sizeof n, "n");
  klee_assume((n >= 1ul << 61) & (n < 1ul << 63));
  long a[n]; //~ ERROR stack-exhaustion
  a[0] = 1;
  return 0;
}
//~ PATHS: 1
