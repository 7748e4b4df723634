// One possible value of each type; asking does not fix it.
#include <klee/klee.h>
int main(void) {
  int x = klee_int("x");
  long y;
  klee_make_symbolic(&y, sizeof y, "y");
  klee_assume(x >= 3);
  klee_assume(x <= 4);
  klee_assume(y == -77);
  int32_t a = klee_get_value_i32(x);
  klee_assert(a == 3 || a == 4);
  klee_assert(!klee_is_symbolic((uintptr_t)a));
  klee_assert(klee_get_valuel(y) == -77);
  klee_assert(klee_get_valuell(y) == -77);
  klee_assert(klee_get_value_i64(y + 1) == -76);
  klee_assert(klee_get_valued(2.5) == 2.5);
  klee_assert(klee_get_valuef(1.25f) == 1.25f);
  if (x == 3) return 1;
  return 0;
}
//~ PATHS: 2
