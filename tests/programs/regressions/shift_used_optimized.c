// The optimiser keeps a shift whose result is certainly used: it is still checked.
//~ FLAGS: -O2
//~ PATHS: 2
#include <klee/klee.h>

unsigned sink;

int main(void) {
  unsigned n;
  klee_make_symbolic(&n, sizeof n, "n");
  sink = 5u << n; //~ ERROR overshift
  return 0;
}
