// One way returns before the end of the region and comes to another end of it: states that came to
// the same end are joined. Without merging: 4 paths.
#include <klee/klee.h>
static int part(int x) {
  klee_open_merge();
  if (x < 0)
    return -1;
  int kind = 1;
  if (x > 100)
    kind = 2;
  klee_close_merge();
  return kind;
}
int main(void) {
  int x = klee_int("x");
  int kind = part(x), y = 0;
  if (kind == -1) {
    if (x < -100)
      y = 1;
    klee_close_merge();
  }
  klee_assert(y == (x < -100));
  return kind + y;
}
//~ FLAGS: --merge manual --jobs 1
//~ PATHS: 2
