// Two different errors on two paths; both are reported.
#include <assert.h>
#include <klee/klee.h>
int main(void) {
  int x = klee_int("x");
  assert(x != 10); //~ ERROR assert
  assert(x != 20); //~ ERROR assert
  return 0;
}
//~ PATHS: 3
//~ ERRORS: 2
