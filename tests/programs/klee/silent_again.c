// Four paths end silently; those of them that were nowhere first leave no test.
//~ FLAGS: --jobs 1 --search dfs
#include <klee/klee.h>
int main(void) {
  int x = klee_int("x"), y = klee_int("y"), n = 0;
  if (y & 1) n += 1;
  if (y & 2) n += 2;
  if (x == 0) klee_silent_exit(n);
  return 0;
}
//~ PATHS: 8
//~ TESTS: 7
