// realloc wants the start of a block as well.
#include <stdlib.h>
int main(void) {
  char *p = malloc(8);
  if (p == NULL) return 1;
  p += 4;
  p = realloc(p, 16); //~ ERROR invalid-free
  return p == NULL;
}
//~ PATHS: any
