// Inside musl's printf the last byte of the padding is read through an index that is folded
// with the address to one that begins before the padding, next to another array.
//~ FLAGS: --libc musl
//~ PATHS: 3
#include <klee/klee.h>
#include <stdio.h>
int main(void) {
  unsigned char x;
  klee_make_symbolic(&x, sizeof x, "x");
  klee_assume(x < 12);
  printf("%5d\n", x);
  return 0;
}
