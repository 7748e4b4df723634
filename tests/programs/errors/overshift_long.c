// 63 is fine for 64 bits, 64 is not.
#include <klee/klee.h>
int main(void) {
  unsigned char n;
  klee_make_symbolic(&n, sizeof n, "n");
  klee_assume(n >= 63);
  klee_assume(n <= 64);
  unsigned long x = 0x8000000000000000ul >> n; //~ ERROR overshift
  klee_assert(x == 1);
  return 0;
}
//~ PATHS: 2
//~ INPUT n = 64
