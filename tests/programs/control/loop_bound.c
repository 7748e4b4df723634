// A loop with an unknown bound of 0 to 4: five paths.
#include <klee/klee.h>
int main(void) {
  unsigned n;
  klee_make_symbolic(&n, sizeof n, "n");
  klee_assume(n <= 4);
  unsigned sum = 0;
  for (unsigned i = 0; i < n; i++) sum += i;
  klee_assert(sum <= 6);
  return 0;
}
//~ PATHS: 5
