// Unsigned numbers may wrap.
//~ FLAGS: --sanitize undefined
//~ PATHS: any
#include <klee/klee.h>

int main(void) {
  unsigned n;
  klee_make_symbolic(&n, sizeof n, "n");
  unsigned char low = n * n;
  return n - 1u > low;
}
