// One may be shifted into the sign bit but not beyond; unsigned numbers lose bits freely.
//~ FLAGS: --sanitize undefined
//~ PATHS: any
#include <klee/klee.h>

int main(void) {
  int n = klee_range(0, 31, "n");
  unsigned u = ~0u << n;
  return ((1 << n) ^ (int)(u >> n)) == 5 || -8 >> n == 3;
}
