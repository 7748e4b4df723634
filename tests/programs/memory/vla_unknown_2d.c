// Two unknown dimensions, and a structure with an array of variable length.
#include <klee/klee.h>
int main(void) {
  int rows = klee_range(1, 4, "rows"), columns = klee_range(1, 4, "columns");
  short a[rows][columns];
  a[rows - 1][columns - 1] = 5;
  klee_assert(sizeof a == (unsigned long)rows * (unsigned long)columns * sizeof(short));
  klee_assert(a[rows - 1][columns - 1] == 5);
  a[rows - 1][columns] = 5; //~ ERROR out-of-bounds-write
  return 0;
}
//~ PATHS: 1
