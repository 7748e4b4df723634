// Whether the index can leave the table takes the solver long. The error is found all the same, and
// the object that the index then leads to is not mistaken for the one that is meant.
#include "klee/klee.h"

static char table[64] = {1};
static char behind[4096];

//~ PATHS: 2
int main(void) {
  unsigned x = 0, y = 0;
  klee_make_symbolic(&x, sizeof x, "x");
  klee_make_symbolic(&y, sizeof y, "y");
  klee_assume(x < y);
  klee_assume(y <= 0xffff);
  unsigned long far = x * y == 16744463;
  unsigned long index = 10;
  for (int bit = 0; bit < 48; bit++) {
    if ((behind - table) >> bit & 1) index |= far << bit;
  }
  return table[index] + 1;  //~ ERROR out-of-bounds-read
//~ INPUT x = 4091
//~ INPUT y = 4093
}
