// An array of unknown length: all lengths that do not fit the stack are one path, the others have
// a symbolic size, of which every element may be used.
#include <klee/klee.h>
int main(void) {
  unsigned n;
  klee_make_symbolic(&n, sizeof n, "n");
  klee_assume((n <= 16) | ((n > 1u << 24) & (n < 1u << 31)));
  char a[n]; //~ ERROR stack-exhaustion
  if (n == 0) return 1;
  a[n - 1] = 7;
  klee_assert(a[n - 1] == 7);
  return 0;
}
//~ PATHS: 3
