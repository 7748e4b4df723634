// A vector read whose last element lies outside.
#include <stdlib.h>
typedef int v4 __attribute__((vector_size(16), aligned(4)));
int main(void) {
  int *data = calloc(7, sizeof *data);
  if (data == NULL) return 1;
  v4 inside = *(v4 *)(data + 3);
  v4 outside = *(v4 *)(data + 4); //~ ERROR out-of-bounds-read
  return inside[0] + outside[0];
}
//~ PATHS: any
