// Objects lie where their type wants them.
#include <klee/klee.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
struct __attribute__((aligned(64))) line { char bytes[64]; };
static struct line global;
int main(void) {
  struct line local;
  long double wide;
  void *heap = malloc(1), *aligned = aligned_alloc(256, 512), *posix = NULL;
  if (heap == NULL || aligned == NULL || posix_memalign(&posix, 128, 10) != 0) return 1;
  klee_assert((uintptr_t)&global % 64 == 0);
  klee_assert((uintptr_t)&local % 64 == 0);
  klee_assert((uintptr_t)&wide % 16 == 0);
  klee_assert((uintptr_t)heap % _Alignof(max_align_t) == 0);
  klee_assert((uintptr_t)aligned % 256 == 0);
  klee_assert((uintptr_t)posix % 128 == 0);
  free(heap), free(aligned), free(posix);
  return 0;
}
//~ PATHS: any
