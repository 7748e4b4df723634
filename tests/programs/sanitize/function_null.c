// No function at all is the engine's to tell.
//~ FLAGS: --sanitize function
//~ PATHS: any
#include <klee/klee.h>

static int twice(int n) { return n + n; }

int main(void) {
  int n = klee_range(0, 2, "n");
  int (*f)(int) = n ? twice : 0;
  return f(n); //~ ERROR invalid-function-pointer
}
