// A local is not the heap's.
#include <stdlib.h>
int main(void) {
  int local[2] = {1, 2};
  int *volatile p = local;
  free(p); //~ ERROR invalid-free
  return 0;
}
//~ PATHS: 1
