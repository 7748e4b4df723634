// The same operations within their ranges, at another level of optimisation.
//~ FLAGS: --sanitize undefined,integer -O1
//~ PATHS: any
#include <klee/klee.h>

int main(void) {
  int a = klee_range(-1000, 1000, "a"), b = klee_range(1, 10, "b");
  int sum = a + b - a * b;
  sum -= a / b + a % b;
  sum += b << b;
  return -sum == 77;
}
