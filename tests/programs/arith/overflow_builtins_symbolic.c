// The overflow flag agrees with wider arithmetic.
#include <klee/klee.h>
#include <stdint.h>
int main(void) {
  int16_t a, b, sum, difference;
  klee_make_symbolic(&a, sizeof a, "a");
  klee_make_symbolic(&b, sizeof b, "b");
  int over = __builtin_add_overflow(a, b, &sum), under = __builtin_sub_overflow(a, b, &difference);
  klee_assert((a + b == sum) == !over);
  klee_assert((a - b == difference) == !under);
  return 0;
}
//~ PATHS: any
