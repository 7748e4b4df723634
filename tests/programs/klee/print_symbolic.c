// Printing an unknown number works and leaves one path.
#include <klee/klee.h>
#include <stdio.h>
int main(void) {
  unsigned char x;
  klee_make_symbolic(&x, sizeof x, "x");
  klee_assume(x < 10);
  printf("%d\n", x);
  return 0;
}
//~ PATHS: any
