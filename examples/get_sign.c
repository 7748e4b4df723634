/* The smallest example: one unknown int, three ways through the program.
 *
 *     ./pleach run examples/get_sign.c
 *
 * One sees three paths, each with a test case: a zero, a negative and a positive x. */
#include <pleach.h>

static int get_sign(int x) {
  if (x == 0) return 0;
  if (x < 0) return -1;
  return 1;
}

int main(void) {
  int x = pleach_int("x");
  return get_sign(x);
}
//~ PATHS: 3
//~ ERRORS: 0
//~ TESTS: 3
