// An assumption that cannot hold ends the path quietly, as the competition's rules say.
#include <klee/klee.h>
int __VERIFIER_nondet_int(void);
void __VERIFIER_assume(int);
int main(void) {
  int x = __VERIFIER_nondet_int();
  __VERIFIER_assume(x > 0);
  klee_assert(x >= 1);
  if (x > 5) __VERIFIER_assume(x < 3);
  return 0;
}
//~ PATHS: any
