// The same block given back twice.
#include <stdlib.h>
int main(void) {
  char *p = malloc(8), *q = p;
  free(p);
  free(q); //~ ERROR double-free
  return 0;
}
//~ PATHS: any
