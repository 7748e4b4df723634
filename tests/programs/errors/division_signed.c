// Division by an unknown number.
#include <klee/klee.h>
int main(void) {
  int x = klee_int("x");
  return 100 / x; //~ ERROR division-by-zero
}
//~ PATHS: 2
//~ INPUT x = 0
