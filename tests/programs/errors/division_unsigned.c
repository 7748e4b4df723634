// Unsigned remainder by a difference.
#include <klee/klee.h>
int main(void) {
  unsigned x;
  klee_make_symbolic(&x, sizeof x, "x");
  return (int)(1000u % (x - 12345u)); //~ ERROR division-by-zero
}
//~ PATHS: 2
//~ INPUT x = 12345
