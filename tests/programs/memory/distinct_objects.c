// Different objects have different addresses, and so do their ends.
#include <klee/klee.h>
#include <stdlib.h>
static char global[16];
int main(void) {
  char local[16], *heap = malloc(16);
  if (heap == NULL) return 1;
  klee_assert(global != local);
  klee_assert(heap != local);
  klee_assert(heap != global);
  klee_assert(heap + 16 != local);
  klee_assert(global + 16 != heap);
  free(heap);
  return 0;
}
//~ PATHS: any
