// Guarded, and optimised so that the count is computed before the guard.
// Here not optimised.
#include <pleach.h>
#include <assert.h>
static int lowest(unsigned n) { return n ? __builtin_ctz(n) : 32; }
static int log2_of(unsigned long n) {
  if (n == 0) return -1;
  return 63 - __builtin_clzl(n);
}
int main(void) {
  unsigned n = pleach_int("n");
  int low = lowest(n);
  int high = log2_of(n);
  assert((__builtin_ffs(n) == 0) == (n == 0));
  assert(n ? low <= high : low == 32 && high == -1);
  return 0;
}
//~ PATHS: any
