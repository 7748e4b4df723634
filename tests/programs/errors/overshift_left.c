// Shifting an int by its width.
#include <klee/klee.h>
int main(void) {
  unsigned n;
  klee_make_symbolic(&n, sizeof n, "n");
  klee_assume(n <= 32);
  return (int)(1u << n); //~ ERROR overshift
}
//~ PATHS: 2
//~ INPUT n = 32
