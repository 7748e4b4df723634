// A wholly unknown pointer: using it must be reported, whatever else happens.
#include <klee/klee.h>
int main(void) {
  int x = 1, *p = &x;
  unsigned long wild;
  klee_make_symbolic(&wild, sizeof wild, "wild");
  klee_assume(wild < 100);
  p = (int *)wild;
  return *p; //~ ERROR null-dereference
}
//~ PATHS: 1
