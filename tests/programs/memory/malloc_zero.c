// malloc(0) may give a pointer; there is nothing behind it to be used, but it can be freed.
#include <klee/klee.h>
#include <stdlib.h>
int main(void) {
  volatile size_t zero = 0;
  char *p = malloc(zero), *q = malloc(zero);
  if (p != NULL && q != NULL) klee_assert(p != q);
  free(p);
  free(q);
  return 0;
}
//~ PATHS: any
