// Not even for a known value.
#include <klee/klee.h>
int main(void) {
  volatile int zero = 0;
  klee_assume(zero); //~ ERROR invalid-assume
  return 0;
}
//~ PATHS: 1
