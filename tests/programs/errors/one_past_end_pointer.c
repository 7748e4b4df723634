// Forming and comparing a pointer one past the end is allowed.
#include <klee/klee.h>
int main(void) {
  int a[3] = {1, 2, 3}, sum = 0;
  for (int *p = a, *end = a + 3; p != end; p++) sum += *p;
  klee_assert(sum == 6);
  return 0;
}
//~ PATHS: 1
