// NDEBUG removes assert, but not klee_assert.
#define NDEBUG
#include <assert.h>
#include <klee/klee.h>
int main(void) {
  int x = klee_int("x");
  assert(x != 3);
  klee_assert(x != 4); //~ ERROR assert
  return 0;
}
//~ PATHS: 2
//~ INPUT x = 4
