// The one byte with seven bits set that lacks bit 4.
#include <klee/klee.h>
int main(void) {
  unsigned char x;
  klee_make_symbolic(&x, sizeof x, "x");
  klee_assert(__builtin_popcount(x) != 7 || (x & 0x10)); //~ ERROR assert
  return 0;
}
//~ PATHS: any
//~ INPUT x = 239
