// Enough after three test cases.
#include <klee/klee.h>
int main(void) {
  unsigned char x;
  klee_make_symbolic(&x, sizeof x, "x");
  int n = 0;
  for (int i = 0; i < 8; i++)
    if (x >> i & 1) n++;
  return n;
}
//~ PATHS: any
//~ INCOMPLETE: 3 tests are there (--max-tests)
//~ TESTS: 3
//~ FLAGS: --max-tests 3
