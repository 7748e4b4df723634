// The GNU extension of case ranges.
#include <klee/klee.h>
int main(void) {
  unsigned char c;
  klee_make_symbolic(&c, sizeof c, "c");
  switch (c) {
    case '0' ... '9': klee_assert(c >= '0' && c <= '9'); return 1;
    case 'a' ... 'z': klee_assert(c >= 'a' && c <= 'z'); return 2;
    default: return 0;
  }
}
//~ PATHS: 3
