// A block of unknown size, small: every byte of it may be used, the next may not.
#include <klee/klee.h>
#include <stdlib.h>
int main(void) {
  unsigned char n;
  klee_make_symbolic(&n, sizeof n, "n");
  klee_assume(n >= 1);
  klee_assume(n <= 4);
  char *p = malloc(n);
  if (p == NULL) return 1;
  for (int i = 0; i < n; i++) p[i] = (char)i;
  klee_assert(p[n - 1] == n - 1);
  free(p);
  return 0;
}
//~ PATHS: any
