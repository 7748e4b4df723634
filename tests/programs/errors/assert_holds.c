// An assertion that holds for all values.
#include <assert.h>
#include <klee/klee.h>
int main(void) {
  unsigned x;
  klee_make_symbolic(&x, sizeof x, "x");
  assert((x & 7) <= 7);
  assert(x / 2 <= 0x7fffffffu);
  return 0;
}
//~ PATHS: 1
