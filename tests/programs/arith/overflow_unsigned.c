// Unsigned numbers wrap around by definition, and narrowing is no overflow.
#include <klee/klee.h>
int main(void) {
  unsigned x;
  klee_make_symbolic(&x, sizeof x, "x");
  unsigned y = x + 1, z = x * 3, w = x - 7;
  signed char narrow = (signed char)x;
  narrow++;
  klee_assert((unsigned char)narrow == (unsigned char)(x + 1));
  klee_assert(y - 1 == x && z - x == 2 * x && w + 7 == x);
  return 0;
}
//~ PATHS: any
//~ FLAGS: --check overflow
