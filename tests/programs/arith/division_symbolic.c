// Quotient and remainder belong together.
#include <klee/klee.h>
#include <stdint.h>
int main(void) {
  uint8_t a, b;
  klee_make_symbolic(&a, sizeof a, "a");
  klee_make_symbolic(&b, sizeof b, "b");
  klee_assume(b != 0);
  uint8_t q = a / b, r = a % b;
  klee_assert(q * b + r == a);
  klee_assert(r < b);
  return 0;
}
//~ PATHS: 1
