// A computed jump to an address that is wholly unknown: each label is one path, and everything
// else is one more, however many values that is.
#include <klee/klee.h>
int main(void) { //~ ERROR invalid-function-pointer
  static const void *const labels[] = {&&zero, &&one, &&two};
  void *p;
  klee_make_symbolic(&p, sizeof p, "p");
  if (klee_int("fixed")) p = (char *)labels[1] + 1;
  goto *p; // all such jumps of a function are one instruction, which has no line
zero:
  klee_assert(p == labels[0]);
  return 0;
one:
  klee_assert(p == labels[1]);
  return 1;
two:
  klee_assert(p == labels[2]);
  return 2;
}
//~ PATHS: 5
