// Falling through from case to case.
#include <klee/klee.h>
int main(void) {
  unsigned x;
  int n = 0;
  klee_make_symbolic(&x, sizeof x, "x");
  switch (x) {
    case 3: n++; __attribute__((fallthrough));
    case 2: n++; __attribute__((fallthrough));
    case 1: n++; __attribute__((fallthrough));
    case 0: break;
    default: n = -1;
  }
  klee_assert(n == -1 || n == (int)x);
  return 0;
}
//~ PATHS: 5
