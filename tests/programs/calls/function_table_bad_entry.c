// One entry of the table is no function.
#include <klee/klee.h>
#include <stddef.h>
static int f(void) { return 1; }
static int g(void) { return 2; }
static int (*const table[3])(void) = {f, NULL, g};
int main(void) {
  unsigned i;
  klee_make_symbolic(&i, sizeof i, "i");
  klee_assume(i < 3);
  return table[i](); //~ ERROR invalid-function-pointer
}
//~ PATHS: 3
//~ INPUT i = 1
