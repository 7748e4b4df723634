// Shift exponents beyond the type, and negative ones.
//~ FLAGS: --sanitize shift-exponent
//~ PATHS: any
#include <klee/klee.h>

int main(void) {
  int n = klee_int("n");
  if (n < 0)
    return 1 >> n; //~ ERROR overshift
  return 1 << (n & 63); //~ ERROR overshift
}
