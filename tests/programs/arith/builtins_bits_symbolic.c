// The same built-ins on unknowns: laws that hold for all values.
#include <klee/klee.h>
#include <stdint.h>
int main(void) {
  uint32_t x;
  klee_make_symbolic(&x, sizeof x, "x");
  klee_assert(__builtin_bswap32(__builtin_bswap32(x)) == x);
  klee_assert(__builtin_bitreverse32(__builtin_bitreverse32(x)) == x);
  klee_assert(__builtin_rotateright32(__builtin_rotateleft32(x, 11), 11) == x);
  klee_assert(__builtin_popcount(x & 0xff) + __builtin_popcount(~x & 0xff) == 8);
  klee_assume(x != 0);
  klee_assert(x >> __builtin_ctz(x) & 1);
  klee_assert((x << __builtin_clz(x)) >> 31 == 1);
  return 0;
}
//~ PATHS: 1
