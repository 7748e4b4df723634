// An array of no or fewer elements.
//~ FLAGS: --sanitize vla-bound
//~ PATHS: any
//~ INPUT n = 0
#include <klee/klee.h>

int main(void) {
  int n = klee_range(0, 3, "n");
  char room[n]; //~ ERROR negative-array-size
  return sizeof room > 2;
}
