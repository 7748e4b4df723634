// A function that never returns ends its path.
#include <klee/klee.h>
#include <stdlib.h>
__attribute__((noreturn)) static void stop(int code) { exit(code); }
int main(void) {
  int x = klee_int("x");
  if (x < 0) stop(3);
  klee_assert(x >= 0);
  return 0;
}
//~ PATHS: 2
