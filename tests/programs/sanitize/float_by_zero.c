// Defined by IEEE 754; who does not want it asks.
//~ FLAGS: --sanitize float-divide-by-zero
//~ PATHS: any
//~ INPUT n = 0
#include <klee/klee.h>

int main(void) {
  int n = klee_range(0, 3, "n");
  return 1.0 / n > 2.0; //~ ERROR division-by-zero
}
