// Hints change nothing.
#include <klee/klee.h>
int main(void) {
  int x = klee_int("x");
  if (__builtin_expect(x == 3, 0)) return 1;
  if (__builtin_expect_with_probability(x == 4, 1, 0.9)) return 2;
  __builtin_prefetch(&x);
  return 0;
}
//~ PATHS: 3
