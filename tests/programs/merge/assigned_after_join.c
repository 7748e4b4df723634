// Variables in memory that are assigned after states were joined, from what they were then: when the joined
// state is taken apart again, before the last `if`, each part has the new values. Without merging: more than
// 2 to the power of 48 paths.
#include <klee/klee.h>
#ifndef SIZE
#define SIZE 24
#endif
int kind, count;
#define BIT(x, n)            \
  if (x >> ((n) % SIZE) & 1) \
    mix = mix * 3 + x;       \
  else                       \
    mix ^= x;
#define BITS(x, n) BIT(x, n) BIT(x, n + 1) BIT(x, n + 2) BIT(x, n + 3) BIT(x, n + 4) BIT(x, n + 5)
int main(void) {
  int a = klee_int("a"), b = klee_int("b"), mix = a;
  if (a == b) {
    kind = 1;
    count = 10;
  }
  BITS(a, 0) BITS(b, 0) BITS(a, 6) BITS(b, 6) BITS(a, 12) BITS(b, 12) BITS(a, 18) BITS(b, 18)
  kind = 3 * kind + 4;
  count -= 2;
  if (kind == 7)
    klee_assert(a == b && count == 8);
  else
    klee_assert(a != b && count == -2);
  return kind;
}
//~ FLAGS: --merge dynamic --jobs 1 --max-forks 60
//~ PATHS: any
