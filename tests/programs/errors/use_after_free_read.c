// Reading a block that was given back.
#include <stdlib.h>
int main(void) {
  int *p = malloc(sizeof *p);
  if (p == NULL) return 1;
  *p = 5;
  free(p);
  return *p; //~ ERROR use-after-free
}
//~ PATHS: any
