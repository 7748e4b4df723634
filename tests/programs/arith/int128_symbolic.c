// 128-bit arithmetic on unknowns.
#include <klee/klee.h>
#include <stdint.h>
typedef unsigned __int128 u128;
int main(void) {
  uint64_t high, low;
  klee_make_symbolic(&high, sizeof high, "high");
  klee_make_symbolic(&low, sizeof low, "low");
  u128 x = (u128)high << 64 | low;
  klee_assert((uint64_t)(x >> 64) == high);
  klee_assert(x + 1 != x);
  klee_assert((x ^ low) >> 64 == high);
  if (x == ((u128)5 << 64 | 6)) klee_assert(high == 5 && low == 6);
  return 0;
}
//~ PATHS: 2
