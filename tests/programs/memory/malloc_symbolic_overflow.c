// The product of the size wraps: the block is smaller than the loop believes.
#include <klee/klee.h>
#include <stdlib.h>
int main(void) {
  unsigned char n;
  klee_make_symbolic(&n, sizeof n, "n");
  klee_assume(n >= 62);
  klee_assume(n <= 65);
  unsigned char size = (unsigned char)(n * 4);
  int *p = malloc(size == 0 ? 1 : size);
  if (p == NULL) return 1;
  for (int i = 0; i < n; i++)
    p[i] = i; //~ ERROR out-of-bounds-write
  free(p);
  return 0;
}
//~ PATHS: any
