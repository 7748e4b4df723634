// Reading the first byte of an empty block.
#include <stdlib.h>
int main(void) {
  volatile size_t zero = 0;
  char *p = malloc(zero);
  if (p == NULL) return 0;
  return *p; //~ ERROR out-of-bounds-read
}
//~ PATHS: any
