// The size of the object around a pointer.
#include <klee/klee.h>
#include <stdlib.h>
static short global[7];
int main(void) {
  char local[5];
  void *heap = malloc(33);
  if (heap == NULL) return 1;
  klee_assert(klee_get_obj_size(global) == 14);
  klee_assert(klee_get_obj_size(local) == 5);
  klee_assert(klee_get_obj_size(heap) == 33);
  free(heap);
  return 0;
}
//~ PATHS: any
