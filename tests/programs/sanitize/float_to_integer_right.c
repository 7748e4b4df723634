// Fractions are cut off, and that is right.
//~ FLAGS: --sanitize undefined,float-cast-overflow
//~ PATHS: any
#include <klee/klee.h>

int main(void) {
  int n = klee_range(0, 3, "n");
  double d = n == 2 ? 2147483647.5 : n + 0.25;
  return (int)d == 3;
}
