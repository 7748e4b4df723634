// Never asked about zero.
//~ FLAGS: --sanitize undefined
//~ PATHS: any
#include <klee/klee.h>

int main(void) {
  unsigned n;
  klee_make_symbolic(&n, sizeof n, "n");
  return n ? __builtin_clz(n) - __builtin_ctz(n) == 3 : 32;
}
