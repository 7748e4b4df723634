// Without --check overflow the machine wraps around.
#include <klee/klee.h>
int main(void) {
  int x = klee_int("x");
  if (x + 1 < x) return 1;
  return 0;
}
//~ PATHS: 2
