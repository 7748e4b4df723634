// What is only asked whether it is a constant is not executed.
#include <klee/klee.h>
#include <stdlib.h>
static int ask(int *p, int n) { return __builtin_constant_p(p[n]) || __builtin_constant_p(100 / n); }
int main(void) {
  int *p = NULL, n = klee_int("n");
  klee_assert(!ask(p, n));
  klee_assert(__builtin_constant_p(5));
  if (n == 7) return p[1]; //~ ERROR null-dereference
  return 0;
}
//~ PATHS: 2
//~ FLAGS: -O1 -Xclang -disable-llvm-passes
