// A local variable that is assigned in each round of a loop, after states were joined: when the joined state
// is taken apart again, behind the loop, each part has what the variable is then. Without merging: more than
// 2 to the power of 51 paths.
#include <klee/klee.h>
#ifndef SIZE
#define SIZE 51
#endif
#define BIT(n)                  \
  if (both >> ((n) % SIZE) & 1) \
    mix = mix * 3 + a;          \
  else                          \
    mix ^= b;
#define BITS(n) BIT(n) BIT(n + 1) BIT(n + 2) BIT(n + 3) BIT(n + 4) BIT(n + 5) BIT(n + 6) BIT(n + 7)
int main(void) {
  int a = klee_int("a"), b = klee_int("b"), mix = a, kind = 0;
  unsigned long both = (unsigned long)a << 32 | (unsigned)b;
  if (a == b)
    kind = 1;
  BITS(0) BITS(8) BITS(16) BITS(24) BITS(32) BITS(40)
  for (int i = 0; i < 3; i++) {
    BIT(48 + i)
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
