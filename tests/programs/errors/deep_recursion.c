// A recursion of 1,000 calls is fine.
#include <klee/klee.h>
static int sum(int n) { return n == 0 ? 0 : n + sum(n - 1); }
int main(void) {
  klee_assert(sum(1000) == 500500);
  return 0;
}
//~ PATHS: 1
