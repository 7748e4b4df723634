// Skipping known values; nothing forks.
#include <klee/klee.h>
int main(void) {
  int x = klee_int("x"), sum = 0;
  for (int i = 0; i < 10; i++) {
    if (i % 3 == 0) continue;
    sum += x;
  }
  klee_assert(sum == (int)(6u * (unsigned)x));
  return 0;
}
//~ PATHS: 1
