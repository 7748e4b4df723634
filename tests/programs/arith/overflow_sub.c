// Signed subtraction and negation.
#include <klee/klee.h>
int main(void) {
  int x = klee_int("x");
  return -x; //~ ERROR signed-overflow
}
//~ PATHS: 2
//~ FLAGS: --check overflow
//~ INPUT x = -2147483648
