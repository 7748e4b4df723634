// A branch on a variable that one way leaves unset decides nothing new.
//~ FLAGS: --check uninit
//~ PATHS: any
#include <klee/klee.h>
int unused;
int main(void) {
  int amount[1];
  if (klee_range(0, 9, "choice") < 5) amount[0] = 5;
  if (amount[0] > 3) unused = 1; //~ ERROR uninitialised
  if (klee_range(0, 9, "other") < 5) unused = 2;
  return 0;
}
