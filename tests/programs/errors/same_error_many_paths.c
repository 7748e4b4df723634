// One error at one place, reached on four paths: four ended paths, one report. The first has its
// test; of the others, those that took a direction for the first time, which depends on the order.
//~ FLAGS: --jobs 1 --search dfs
#include <assert.h>
#include <klee/klee.h>
int main(void) {
  int x = klee_int("x"), n = 0;
  if (x & 1) n += 1;
  if (x & 2) n += 2;
  assert(n > 3); //~ ERROR assert
  return 0;
}
//~ PATHS: 4
//~ ERRORS: 1
//~ TESTS: 3
