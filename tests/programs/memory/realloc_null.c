// realloc(NULL, n) is malloc(n).
#include <klee/klee.h>
#include <stdlib.h>
int main(void) {
  int *p = NULL;
  p = realloc(p, sizeof *p);
  if (p == NULL) return 1;
  *p = 3;
  klee_assert(*p == 3);
  free(p);
  return 0;
}
//~ PATHS: any
//~ FLAGS: --check leak
