// Optimised code keeps the lines of its checks apart.
//~ FLAGS: --sanitize undefined -O2
//~ PATHS: any
#include <klee/klee.h>

__attribute__((noinline)) static int compute(int which, int a, int b) {
  if (which == 0)
    return a + b; //~ ERROR signed-overflow
  if (which == 1)
    return a - b; //~ ERROR signed-overflow
  if (which == 2)
    return a << b; //~ ERROR overshift //~ ERROR shift-of-negative
  return a;
}

int main(void) {
  int a = klee_int("a"), b = klee_int("b");
  return compute(klee_range(0, 4, "which"), a, b);
}
