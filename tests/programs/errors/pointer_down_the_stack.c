// A pointer to a caller's local is alive in the callee.
#include <klee/klee.h>
static void add(int *total, int x) { *total += x; }
int main(void) {
  int total = 0;
  for (int i = 0; i < 10; i++) add(&total, i);
  klee_assert(total == 45);
  return 0;
}
//~ PATHS: 1
