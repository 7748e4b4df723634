// Sums that cannot overflow are not reported.
#include <klee/klee.h>
int main(void) {
  int x = klee_int("x"), y = klee_int("y");
  klee_assume(x > -1000000000);
  klee_assume(x < 1000000000);
  klee_assume(y > -1000000000);
  klee_assume(y < 1000000000);
  return x + y == 12 || x - y == 13;
}
//~ PATHS: any
//~ FLAGS: --check overflow
