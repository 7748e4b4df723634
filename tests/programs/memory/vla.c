// Arrays of variable length, in a loop.
#include <klee/klee.h>
static int fill(int n) {
  int a[n], sum = 0;
  for (int i = 0; i < n; i++) a[i] = i;
  for (int i = 0; i < n; i++) sum += a[i];
  return sum;
}
int main(void) {
  for (int n = 1; n < 6; n++) klee_assert(fill(n) == n * (n - 1) / 2);
  return 0;
}
//~ PATHS: 1
