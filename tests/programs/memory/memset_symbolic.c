// memset with unknown value and unknown length.
#include <klee/klee.h>
#include <string.h>
int main(void) {
  unsigned char a[4] = {0}, value;
  size_t n;
  klee_make_symbolic(&n, sizeof n, "n");
  klee_make_symbolic(&value, sizeof value, "value");
  klee_assume(n <= 4);
  klee_assume(value != 0);
  memset(a, value, n);
  klee_assert(n < 1 || a[0] == value);
  klee_assert(n < 4 || a[3] == value);
  klee_assert(n >= 4 || a[3] == 0);
  return 0;
}
//~ PATHS: any
