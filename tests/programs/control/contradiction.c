// A branch that no input takes.
#include <klee/klee.h>
int main(void) {
  int x = klee_int("x");
  if (x > 5)
    if (x < 3)
      klee_assert(0);
  return 0;
}
//~ PATHS: 2
