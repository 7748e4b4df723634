// Bit-fields, signed and unsigned, across bytes.
#include <klee/klee.h>
struct fields { unsigned a : 3; int b : 5; unsigned c : 13; unsigned long d : 40; };
int main(void) {
  struct fields f = {0, 0, 0, 0};
  unsigned x;
  klee_make_symbolic(&x, sizeof x, "x");
  f.a = x;
  f.b = -3;
  f.c = x;
  f.d = 0xfedcba9876ul;
  klee_assert(f.a == (x & 7));
  klee_assert(f.b == -3);
  klee_assert(f.c == (x & 0x1fff));
  klee_assert(f.d == 0xfedcba9876ul);
  return 0;
}
//~ PATHS: 1
