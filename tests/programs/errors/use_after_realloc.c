// The old pointer is dead once realloc has moved the block.
#include <stdlib.h>
int main(void) {
  char *p = malloc(4);
  if (p == NULL) return 1;
  p[0] = 'a';
  char *q = realloc(p, 4000);
  if (q == NULL) return 1;
  if (q == p) return 2;
  return *p; //~ ERROR use-after-free
}
//~ PATHS: any
