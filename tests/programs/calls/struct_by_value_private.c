// The callee's changes to a large argument do not reach the caller.
#include <klee/klee.h>
struct large { int v[20]; };
static int change(struct large s, int x) {
  int old = s.v[7];
  s.v[7] = x;
  return old + s.v[7];
}
int main(void) {
  struct large s = {{0}};
  int x = klee_int("x");
  s.v[7] = x;
  klee_assert(change(s, 1) == (int)((unsigned)x + 1u));
  klee_assert(s.v[7] == x);
  return 0;
}
//~ PATHS: 1
