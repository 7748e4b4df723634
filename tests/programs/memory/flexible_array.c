// A flexible array member and its last element.
#include <klee/klee.h>
#include <stdlib.h>
struct text { int length; char bytes[]; };
int main(void) {
  struct text *t = malloc(sizeof *t + 5);
  if (t == NULL) return 1;
  t->length = 5;
  for (int i = 0; i < t->length; i++) t->bytes[i] = 'x';
  klee_assert(t->bytes[4] == 'x');
  return t->bytes[5]; //~ ERROR out-of-bounds-read
}
//~ PATHS: any
