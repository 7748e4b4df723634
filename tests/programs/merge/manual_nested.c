// A region inside of a region, on one way only. Without merging: 5 paths.
#include <klee/klee.h>
int main(void) {
  int x = klee_int("x"), y = klee_int("y"), kind = 0;
  klee_open_merge();
  if (x > 0) {
    klee_open_merge();
    if (y > 0)
      kind = 1;
    else if (y < -5)
      kind = 2;
    else
      kind = 3;
    klee_close_merge();
    kind += 10;
  } else if (x < -5) {
    kind = 4;
  }
  klee_close_merge();
  klee_assert((kind > 10) == (x > 0));
  klee_assert((kind == 4) == (x < -5));
  return kind;
}
//~ FLAGS: --merge manual --jobs 1
//~ PATHS: 1
