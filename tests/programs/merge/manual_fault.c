// Errors inside of the region and behind it: the one behind it is found in the joined state, for the
// side that leads there. Without merging: 3 paths as well.
#include <klee/klee.h>
int main(void) {
  int x = klee_int("x"), shift = 4;
  klee_open_merge();
  if (x == 3)
    shift = 100 / (x - 3); //~ ERROR division-by-zero
  else if (x == 5)
    shift = 0;
  klee_close_merge();
  return 8 / shift; //~ ERROR division-by-zero
}
//~ FLAGS: --merge manual --jobs 1
//~ PATHS: 3
