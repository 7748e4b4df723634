// Dividing a float by zero is an infinity, no error.
#include <klee/klee.h>
int main(void) {
  volatile double zero = 0;
  klee_assert(1.0 / zero > 1e308);
  return 0;
}
//~ PATHS: 1
