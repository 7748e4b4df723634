// The same for a heap block that one path frees.
#include <klee/klee.h>
#include <stdlib.h>
int main(void) {
  int x = klee_int("x"), *p = malloc(sizeof *p);
  if (p == NULL) return 1;
  *p = 5;
  if (x > 0) free(p);
  else klee_assert(*p == 5);
  if (x <= 0) free(p);
  return 0;
}
//~ PATHS: any
//~ FLAGS: --check leak
