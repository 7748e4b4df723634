// Addition of floats is not associative: there are three numbers that show it.
#include <klee/klee.h>
int main(void) {
  float x;
  klee_make_symbolic(&x, sizeof x, "x");
  klee_assume(x >= 1.0f);
  klee_assume(x <= 2.0f);
  klee_assert((x + 1e8f) - 1e8f == x); //~ ERROR assert
  return 0;
}
//~ PATHS: any
