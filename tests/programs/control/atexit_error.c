// An error in a handler is an error of the program.
#include <klee/klee.h>
#include <stdlib.h>
static int x;
static void check(void) {
  klee_assert(x != 5); //~ ERROR assert
}
int main(void) {
  atexit(check);
  x = klee_int("x");
  return 0;
}
//~ PATHS: 2
//~ INPUT x = 5
