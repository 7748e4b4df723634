// memcpy of one byte too many, to the target's side.
#include <klee/klee.h>
#include <string.h>
int main(void) {
  char from[16] = {0}, to[8];
  size_t n;
  klee_make_symbolic(&n, sizeof n, "n");
  klee_assume(n <= 9);
  klee_assume(n >= 8);
  memcpy(to, from, n); //~ ERROR out-of-bounds-write
  return to[0];
}
//~ PATHS: any
//~ INPUT n = 9
