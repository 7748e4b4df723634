// klee_abort is an error.
#include <klee/klee.h>
int main(void) {
  int x = klee_int("x");
  if (x == 31) klee_abort(); //~ ERROR abort
  return 0;
}
//~ PATHS: 2
//~ INPUT x = 31
