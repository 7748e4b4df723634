// A limit on the number of branches of a path.
#include <klee/klee.h>
int main(void) {
  unsigned x;
  klee_make_symbolic(&x, sizeof x, "x");
  int n = 0;
  for (int i = 0; i < 32; i++)
    if (x >> i & 1) n++;
  return n;
}
//~ PATHS: any
//~ INCOMPLETE: a path reached --max-depth
//~ FLAGS: --max-depth 4
