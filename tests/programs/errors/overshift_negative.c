// A negative shift distance.
#include <klee/klee.h>
int main(void) {
  int n = klee_int("n");
  klee_assume(n >= -1);
  klee_assume(n < 32);
  return 100 >> n; //~ ERROR overshift
}
//~ PATHS: 2
//~ INPUT n = -1
