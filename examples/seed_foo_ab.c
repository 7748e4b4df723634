/* An assertion that fails for one input out of 2^64.
 *
 *     ./pleach run examples/seed_foo_ab.c
 *
 * One sees four paths; on one of them the assertion fails, with a = 2 and b = 0. */
#include <assert.h>
#include <pleach.h>

static void foo(int a, int b) {
  int x = 1, y = 0;
  if (a != 0) {
    y = x + 3;
    if (b == 0) x = 2 * (a + b);
  }
  assert(x - y != 0); //~ ERROR assert
}

int main(void) {
  int a = pleach_int("a"), b = pleach_int("b");
  /* Machine arithmetic wraps around: without this, twice -2147483646 is 4 as well. */
  pleach_assume(a > -1000000);
  foo(a, b);
  return 0;
}
//~ INPUT a = 2
//~ INPUT b = 0
//~ PATHS: 4
//~ ERRORS: 1
//~ TESTS: 4
