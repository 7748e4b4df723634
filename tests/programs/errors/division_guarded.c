// A guarded division is no error.
#include <klee/klee.h>
int main(void) {
  int x = klee_int("x");
  if (x == 0) return 0;
  return 100 % x;
}
//~ PATHS: 2
