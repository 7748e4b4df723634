// What one path writes to a global, the other does not see.
#include <klee/klee.h>
static int global = 1;
int main(void) {
  int x = klee_int("x");
  if (x > 0) {
    global = 2;
    klee_assert(global == 2);
  } else {
    klee_assert(global == 1);
  }
  return 0;
}
//~ PATHS: 2
