// Whether the branches are joined or not, the result is right.
#include <klee/klee.h>
int main(void) {
  int x = klee_int("x"), y = 0;
  klee_open_merge();
  if (x > 0) y = 1;
  else y = 2;
  klee_close_merge();
  klee_assert((y == 1) == (x > 0));
  return 0;
}
//~ PATHS: any
