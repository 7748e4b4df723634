// The number of decimal digits of a byte: three paths.
#include <klee/klee.h>
int main(void) {
  unsigned char x;
  klee_make_symbolic(&x, sizeof x, "x");
  int digits = 0;
  unsigned rest = x;
  do {
    rest /= 10;
    digits++;
  } while (rest != 0);
  klee_assert((digits == 3) == (x >= 100));
  return digits;
}
//~ PATHS: 3
