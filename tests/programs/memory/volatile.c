// Volatile accesses are ordinary accesses.
#include <klee/klee.h>
static volatile int state;
int main(void) {
  int x = klee_int("x");
  state = x;
  state++;
  klee_assert(state == (int)((unsigned)x + 1u));
  return 0;
}
//~ PATHS: 1
