// A pointer chosen by an unknown index among three objects.
#include <klee/klee.h>
static int a = 1, b = 2, c = 3;
int main(void) {
  int *const choices[3] = {&a, &b, &c};
  unsigned i;
  klee_make_symbolic(&i, sizeof i, "i");
  klee_assume(i < 3);
  *choices[i] += 10;
  klee_assert(a + b + c == 16);
  return 0;
}
//~ PATHS: any
