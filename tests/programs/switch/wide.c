// A switch on 64 bits.
#include <klee/klee.h>
int main(void) {
  unsigned long x;
  klee_make_symbolic(&x, sizeof x, "x");
  switch (x) {
    case 0x100000000ul: return 1;
    case 0: return 2;
    case 0xfffffffffffffffful:
      klee_assert(0); //~ ERROR assert
  }
  return 0;
}
//~ PATHS: 4
//~ INPUT x = 18446744073709551615
