// Three independent bits: eight paths.
#include <klee/klee.h>
int main(void) {
  unsigned char x;
  int n = 0;
  klee_make_symbolic(&x, sizeof x, "x");
  if (x & 1) n++;
  if (x & 2) n++;
  if (x & 4) n++;
  klee_assert(n <= 3);
  return n;
}
//~ PATHS: 8
