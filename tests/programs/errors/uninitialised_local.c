// A branch on a variable that nobody set.
#include <klee/klee.h>
int main(void) {
  int y;
  int x = klee_int("x");
  if (x > 0) y = 1;
  if (x > -5 && y == 1) return 1; //~ ERROR uninitialised
  return 0;
}
//~ PATHS: any
//~ FLAGS: --check uninit
