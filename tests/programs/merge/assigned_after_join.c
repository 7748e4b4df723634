// Variables in memory that are assigned after states were joined, from what they were then: when the joined
// state is taken apart again, before the last `if`, each part has the new values.
// Without merging: more than 2 to the power of 48 paths.
#include <klee/klee.h>
#ifndef SIZE
#define SIZE 48
#endif
int kind, count;
#define BIT(n)                  \
  if (both >> ((n) % SIZE) & 1) \
    mix = mix * 3 + a;          \
  else                          \
    mix ^= b;
#define BITS(n) BIT(n) BIT(n + 1) BIT(n + 2) BIT(n + 3) BIT(n + 4) BIT(n + 5) BIT(n + 6) BIT(n + 7)
int main(void) {
  int a = klee_int("a"), b = klee_int("b"), mix = a;
  unsigned long both = (unsigned long)a << 32 | (unsigned)b;
  if (a == b) {
    kind = 1;
    count = 10;
  }
  BITS(0) BITS(8) BITS(16) BITS(24) BITS(32) BITS(40)
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
