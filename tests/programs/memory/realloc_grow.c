// realloc keeps the old bytes, known and unknown ones.
#include <klee/klee.h>
#include <stdlib.h>
int main(void) {
  unsigned char x;
  klee_make_symbolic(&x, sizeof x, "x");
  unsigned char *p = malloc(2);
  if (p == NULL) return 1;
  p[0] = 7, p[1] = x;
  for (int size = 4; size <= 64; size *= 2) {
    p = realloc(p, (size_t)size);
    if (p == NULL) return 1;
    p[size - 1] = 1;
  }
  klee_assert(p[0] == 7);
  klee_assert(p[1] == x);
  free(p);
  return 0;
}
//~ PATHS: any
