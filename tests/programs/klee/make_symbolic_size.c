// The size must be the object's.
#include <klee/klee.h>
int main(void) {
  long x = 0;
  klee_make_symbolic(&x, 4, "x"); //~ ERROR user
  return (int)x;
}
//~ PATHS: 1
