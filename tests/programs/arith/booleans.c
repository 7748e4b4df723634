// _Bool holds 0 or 1, whatever is assigned.
#include <klee/klee.h>
#include <stdbool.h>
int main(void) {
  int x = klee_int("x");
  bool b = x, c = !x;
  klee_assert((int)b + (int)c == 1);
  klee_assert(b != c);
  klee_assert((b ^ c) == 1);
  return 0;
}
//~ PATHS: 1
