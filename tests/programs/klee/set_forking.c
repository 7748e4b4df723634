// Without forking, a branch takes one of its sides.
#include <klee/klee.h>
int main(void) {
  int x = klee_int("x"), y = klee_int("y"), n = 0;
  klee_set_forking(0);
  if (x > 0) n++;
  if (x > 10) n++;
  klee_set_forking(1);
  if (y > 0) return 1;
  return n > 5;
}
//~ PATHS: 2
//~ INCOMPLETE: the program switched forking off
