// Unknown indices in two dimensions through an array of row pointers.
#include <klee/klee.h>
static int row0[3] = {0, 1, 2}, row1[3] = {10, 11, 12};
static int *rows[2] = {row0, row1};
int main(void) {
  unsigned r, c;
  klee_make_symbolic(&r, sizeof r, "r");
  klee_make_symbolic(&c, sizeof c, "c");
  klee_assume(r < 2);
  klee_assume(c < 3);
  klee_assert(rows[r][c] == (int)(10 * r + c));
  return 0;
}
//~ PATHS: any
