// The minimal runtime, in the form that may go on.
//~ FLAGS: -fsanitize=undefined -fsanitize-minimal-runtime
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
