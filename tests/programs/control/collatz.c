// A loop whose length depends on the value; all numbers from 1 to 8.
#include <klee/klee.h>
int main(void) {
  unsigned n;
  klee_make_symbolic(&n, sizeof n, "n");
  klee_assume(n >= 1);
  klee_assume(n <= 8);
  unsigned steps = 0, x = n;
  while (x != 1) {
    x = x & 1 ? 3 * x + 1 : x / 2;
    steps++;
  }
  klee_assert(steps <= 16);
  return 0;
}
//~ PATHS: 8
