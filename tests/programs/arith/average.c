// The two ways to average: one is wrong for large numbers.
#include <klee/klee.h>
#include <stdint.h>
int main(void) {
  uint8_t a, b;
  klee_make_symbolic(&a, sizeof a, "a");
  klee_make_symbolic(&b, sizeof b, "b");
  uint8_t exact = (uint8_t)((a + b) / 2), tricky = (uint8_t)((a & b) + ((a ^ b) >> 1));
  klee_assert(exact == tricky);
  uint8_t naive = (uint8_t)((uint8_t)(a + b) / 2);
  klee_assert(naive == exact || a + b > 255);
  return 0;
}
//~ PATHS: 2
