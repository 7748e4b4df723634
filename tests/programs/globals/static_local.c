// Static locals keep their value between calls.
#include <klee/klee.h>
static int next(void) {
  static int n = 10;
  return n++;
}
int main(void) {
  next();
  next();
  klee_assert(next() == 12);
  return 0;
}
//~ PATHS: 1
