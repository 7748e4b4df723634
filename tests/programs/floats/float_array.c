// A table of floats at an unknown index.
#include <klee/klee.h>
static const float table[4] = {0.5f, 1.5f, 2.5f, 3.5f};
int main(void) {
  unsigned i;
  klee_make_symbolic(&i, sizeof i, "i");
  klee_assume(i < 4);
  klee_assert(table[i] < 4.0f);
  klee_assert(table[i] == (float)i + 0.5f);
  return 0;
}
//~ PATHS: 1
