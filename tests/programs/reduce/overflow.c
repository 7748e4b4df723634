// What is added overflows on one way, and nothing is done with it.
//~ FLAGS: --check overflow
//~ PATHS: any
#include <klee/klee.h>
#include <limits.h>
int main(void) {
  int amount = INT_MAX;
  if (klee_range(0, 9, "choice") < 5) amount = 5;
  int unused = amount + 1; //~ ERROR signed-overflow
  (void)unused;
  return 0;
}
