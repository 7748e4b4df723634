// calloc clears, and refuses a product that does not fit.
#include <klee/klee.h>
#include <stdlib.h>
int main(void) {
  long *p = calloc(100, sizeof *p);
  if (p == NULL) return 1;
  for (int i = 0; i < 100; i++) klee_assert(p[i] == 0);
  free(p);
  volatile size_t huge = (size_t)1 << 62;
  klee_assert(calloc(huge, 8) == NULL);
  return 0;
}
//~ PATHS: any
