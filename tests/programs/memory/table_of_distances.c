// An address that is a constant and an entry of a table of distances, none of which leads into the
// object that the constant points into.
#include <assert.h>
#include <klee/klee.h>
#include <stdint.h>
//~ PATHS: 3
//~ TESTS: 3
static char origin[8], a[8], b[8], c[8];
int main(void) {
  char *objects[3] = {a, b, c};
  intptr_t distances[3];
  for (int i = 0; i < 3; i++) distances[i] = (intptr_t)objects[i] - (intptr_t)origin;
  unsigned i;
  klee_make_symbolic(&i, sizeof i, "i");
  klee_assume(i < 3);
  char *p = (char *)((intptr_t)origin + distances[i] + 2);
  *p = 1;
  assert(a[2] + b[2] + c[2] == 1);
  assert(objects[i][2] == 1);
  return 0;
}
