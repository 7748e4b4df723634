// At -O2 the choice is a select instruction: one path.
#include <klee/klee.h>
int main(void) {
  int x = klee_int("x"), y = klee_int("y");
  int larger = x > y ? x : y;
  klee_assert(larger >= x);
  klee_assert(larger >= y);
  return 0;
}
//~ PATHS: any
//~ FLAGS: -O2
