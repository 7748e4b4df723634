// Unknown objects of every kind: scalar, array, structure, heap block.
#include <klee/klee.h>
#include <stdlib.h>
struct s { char c; long l; };
int main(void) {
  char c;
  int a[3];
  struct s s;
  unsigned char *heap = malloc(2);
  if (heap == NULL) return 1;
  klee_make_symbolic(&c, sizeof c, "c");
  klee_make_symbolic(a, sizeof a, "a");
  klee_make_symbolic(&s, sizeof s, "s");
  klee_make_symbolic(heap, 2, "heap");
  klee_assert(klee_is_symbolic((uintptr_t)c));
  klee_assert(klee_is_symbolic((uintptr_t)a[2]));
  klee_assert(klee_is_symbolic((uintptr_t)s.l));
  klee_assert(klee_is_symbolic(heap[1]));
  free(heap);
  return 0;
}
//~ PATHS: any
