// A message shows the values of its test, those that the program prefers to see included.
//~ FLAGS: --sanitize undefined
//~ PATHS: 2
//~ INPUT n = 2147483000
#include <klee/klee.h>

int main(void) {
  int n = klee_int("n");
  klee_prefer_cex(&n, n == 2147483000);
  return n + 1000 > 0; //~ ERROR signed-overflow
}
