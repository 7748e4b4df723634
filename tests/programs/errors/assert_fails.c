// A plain assertion that fails for one value.
#include <assert.h>
#include <klee/klee.h>
int main(void) {
  int x = klee_int("x");
  assert(x != 1234567); //~ ERROR assert
  return 0;
}
//~ PATHS: 2
//~ INPUT x = 1234567
