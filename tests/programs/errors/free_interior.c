// A pointer into a block is not its start.
#include <stdlib.h>
int main(void) {
  char *p = malloc(8);
  if (p == NULL) return 1;
  p++;
  free(p); //~ ERROR invalid-free
  return 0;
}
//~ PATHS: any
