// An element at an unknown index.
#include <klee/klee.h>
typedef int v4 __attribute__((vector_size(16)));
int main(void) {
  v4 a = {10, 11, 12, 13};
  unsigned i;
  klee_make_symbolic(&i, sizeof i, "i");
  klee_assume(i < 4);
  klee_assert(a[i] == 10 + (int)i);
  a[i] = 0;
  klee_assert(a[0] + a[1] + a[2] + a[3] == 46 - 10 - (int)i);
  return 0;
}
//~ PATHS: 1
