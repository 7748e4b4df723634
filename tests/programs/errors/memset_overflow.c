// memset over the end of a heap block.
#include <stdlib.h>
#include <string.h>
int main(void) {
  char *p = malloc(10);
  if (p == NULL) return 1;
  memset(p, 0, 10);
  memset(p + 1, 0, 10); //~ ERROR out-of-bounds-write
  return 0;
}
//~ PATHS: any
