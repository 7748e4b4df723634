// Programs of the competition bring their own assertion.
#include <stdlib.h>
int __VERIFIER_nondet_int(void);
static void __VERIFIER_assert(int condition) {
  if (!condition) abort(); //~ ERROR abort
}
int main(void) {
  int x = __VERIFIER_nondet_int();
  __VERIFIER_assert(x != -1);
  return 0;
}
//~ PATHS: 2
