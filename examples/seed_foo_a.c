/* Eight paths in a tree of three levels: good for watching in which order searchers finish them.
 *
 *     ./pleach run examples/seed_foo_a.c
 *
 * One sees eight paths, all without error. */
#include <pleach.h>

static int foo(int a) {
  if (a > 1000) {
    a /= 2;
    if (a > 700) {
      a /= 2;
      if (a > 400) a /= 2;
      else return 1;
    } else {
      a *= 2;
      if (a < 1100) return 2;
      else a *= 2;
    }
  } else {
    a *= 2;
    if (a > 1200) {
      a /= 2;
      if (a > 700) a /= 2;
      else return 3;
    } else {
      a *= 2;
      if (a > 1000) a *= 2;
      else a *= 4;
    }
  }
  return 0;
}

int main(void) {
  return foo(pleach_int("a"));
}
//~ PATHS: 8
//~ ERRORS: 0
//~ TESTS: 8
