// A wide read whose first byte is inside the object and whose last is not.
#include <stdint.h>
#include <string.h>
#include <stdlib.h>
int main(void) {
  char *bytes = calloc(1, 7);
  if (bytes == NULL) return 1;
  uint32_t *last = (uint32_t *)(bytes + 3);
  *last = 5;
  last = (uint32_t *)(bytes + 4);
  return (int)*last; //~ ERROR out-of-bounds-read
}
//~ PATHS: any
