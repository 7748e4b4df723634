// A two-dimensional array with both indices unknown.
#include <klee/klee.h>
int main(void) {
  unsigned char grid[4][4] = {{0}};
  unsigned x, y;
  klee_make_symbolic(&x, sizeof x, "x");
  klee_make_symbolic(&y, sizeof y, "y");
  klee_assume(x < 4);
  klee_assume(y < 4);
  grid[y][x] = 9;
  klee_assert(((unsigned char *)grid)[4 * y + x] == 9);
  klee_assert(grid[2][3] == 0); //~ ERROR assert
  return 0;
}
//~ PATHS: 2
//~ INPUT x = 3
//~ INPUT y = 2
