// One element of the divisor is zero.
#include <klee/klee.h>
typedef int v4 __attribute__((vector_size(16)));
int main(void) {
  v4 a = {1, 2, 3, 4}, b = {1, 1, 1, 1};
  b[2] = klee_int("x");
  v4 c = a / b; //~ ERROR division-by-zero
  return c[0];
}
//~ PATHS: 2
//~ INPUT x = 0
