// There is no answer for zero.
//~ FLAGS: --sanitize undefined
//~ PATHS: any
//~ INPUT n = 0
#include <klee/klee.h>

int main(void) {
  unsigned n;
  klee_make_symbolic(&n, sizeof n, "n");
  return __builtin_ctz(n) == 3; //~ ERROR invalid-builtin
}
