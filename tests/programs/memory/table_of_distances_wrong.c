// As table_of_distances.c, but one of the distances leads to no object.
#include <klee/klee.h>
#include <stdint.h>
//~ PATHS: 3
//~ INPUT i = 1
static char origin[8], a[8], b[8];
int main(void) {
  char *objects[3] = {a, b + 9, b};
  intptr_t distances[3];
  for (int i = 0; i < 3; i++) distances[i] = (intptr_t)objects[i] - (intptr_t)origin;
  unsigned i;
  klee_make_symbolic(&i, sizeof i, "i");
  klee_assume(i < 3);
  char *p = (char *)((intptr_t)origin + distances[i]);
  *p = 1; //~ ERROR out-of-bounds-write
  return 0;
}
