// The text that reads as 42: two digits and an end.
#include <klee/klee.h>
#include <stdlib.h>
int main(void) {
  char s[3];
  klee_make_symbolic(s, sizeof s, "s");
  klee_assume(s[2] == '\0');
  klee_assume(s[0] >= '1');
  klee_assume(s[0] <= '9');
  klee_assert(atoi(s) != 42); //~ ERROR assert
  return 0;
}
//~ PATHS: any
//~ INPUT s = hex 34 32 00
