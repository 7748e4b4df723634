// No runtime at all: the number of the check is in the trap.
//~ FLAGS: -fsanitize=undefined -fsanitize-trap=undefined
//~ PATHS: any
#include <klee/klee.h>

static int table[4];

int main(void) {
  int n = klee_int("n");
  if (n < 0)
    return n - 1;  //~ ERROR signed-overflow
  if (n > 100)
    return 1 << n; //~ ERROR overshift
  return table[n]; //~ ERROR index-out-of-bounds
}
