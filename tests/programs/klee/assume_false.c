// An assumption that cannot hold.
#include <klee/klee.h>
int main(void) {
  int x = klee_int("x");
  klee_assume(x > 10);
  klee_assume(x < 5); //~ ERROR invalid-assume
  return 0;
}
//~ PATHS: 1
