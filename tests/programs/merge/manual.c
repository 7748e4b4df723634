// Joined where the program says so, and only there: 2 paths, those of y. Without merging: 4.
#include <klee/klee.h>
int main(void) {
  int x = klee_int("x"), y = klee_int("y"), larger = 0, even = 0;
  klee_open_merge();
  if (x > 10)
    larger = 1;
  klee_close_merge();
  if (y % 2 == 0)
    even = 1;
  klee_assert(larger == (x > 10));
  return larger + 2 * even;
}
//~ FLAGS: --merge manual --jobs 1
//~ PATHS: 2
