// A byte of an input as a truth value.
//~ FLAGS: --sanitize undefined
//~ PATHS: any
#include <klee/klee.h>
#include <stdbool.h>

int main(void) {
  bool b;
  klee_make_symbolic(&b, sizeof b, "b");
  return b; //~ ERROR invalid-value
}
