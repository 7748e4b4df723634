// All values that remain have a case: the default is no path.
#include <klee/klee.h>
int main(void) {
  unsigned x;
  klee_make_symbolic(&x, sizeof x, "x");
  switch (x & 3) {
    case 0: return 0;
    case 1: return 1;
    case 2: return 2;
    case 3: return 3;
    default: klee_assert(0);
  }
  return 4;
}
//~ PATHS: 4
