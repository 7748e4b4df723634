// The compiler's trap.
#include <klee/klee.h>
int main(void) {
  int x = klee_int("x");
  if (x < -2147483647) __builtin_trap(); //~ ERROR abort
  return 0;
}
//~ PATHS: 2
//~ INPUT x = -2147483648
