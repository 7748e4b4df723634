// A local variable that is assigned in each round of a loop, after states were joined: when the joined state
// is taken apart again, behind the loop, each part has what the variable is then. Without merging: more than
// 2 to the power of 48 paths.
#include <klee/klee.h>
#ifndef SIZE
#define SIZE 24
#endif
#define BIT(x, n)            \
  if (x >> ((n) % SIZE) & 1) \
    mix = mix * 3 + x;       \
  else                       \
    mix ^= x;
#define BITS(x, n) BIT(x, n) BIT(x, n + 1) BIT(x, n + 2) BIT(x, n + 3) BIT(x, n + 4) BIT(x, n + 5)
int main(void) {
  int a = klee_int("a"), b = klee_int("b"), mix = a, kind = 0;
  if (a == b)
    kind = 1;
  BITS(a, 0) BITS(b, 0) BITS(a, 6) BITS(b, 6) BITS(a, 12) BITS(b, 12) BITS(a, 18) BITS(b, 18)
  for (int i = 0; i < 3; i++) {
    BIT((a ^ b), i)
    kind = 2 * kind + 1;
  }
  if (kind == 15)
    klee_assert(a == b);
  else
    klee_assert(a != b && kind == 7);
  return kind;
}
//~ FLAGS: --merge dynamic --jobs 1 --max-forks 60
//~ PATHS: any
