// After shrinking, the cut bytes are out of bounds.
#include <stdlib.h>
int main(void) {
  char *p = calloc(16, 1);
  if (p == NULL) return 1;
  p = realloc(p, 8);
  if (p == NULL) return 1;
  p[7] = 1;
  return p[8]; //~ ERROR out-of-bounds-read
}
//~ PATHS: any
