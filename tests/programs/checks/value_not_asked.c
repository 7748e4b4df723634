// Unknown bytes of a _Bool are what the test asks for.
#include <klee/klee.h>
#include <stdbool.h>
int main(void) {
  bool b;
  klee_make_symbolic(&b, sizeof b, "b");
  return b ? 1 : 0;
}
//~ PATHS: any
