// A write at an unknown index changes exactly that element.
#include <klee/klee.h>
int main(void) {
  unsigned char a[8] = {0};
  unsigned i;
  klee_make_symbolic(&i, sizeof i, "i");
  klee_assume(i < 8);
  a[i] = 200;
  unsigned sum = 0;
  for (int k = 0; k < 8; k++) sum += a[k];
  klee_assert(sum == 200);
  klee_assert(a[i] == 200);
  return 0;
}
//~ PATHS: 1
