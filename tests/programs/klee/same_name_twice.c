// Two inputs of one name are two inputs.
#include <klee/klee.h>
int main(void) {
  int a = klee_int("x"), b = klee_int("x");
  if (a == 1)
    if (b == 2)
      return 1;
  return 0;
}
//~ PATHS: 3
