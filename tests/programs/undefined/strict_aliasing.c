// At -O0 an int read through a short pointer is simply its bytes.
#include <klee/klee.h>
int main(void) {
  int x = 0x12345678;
  short *p = (short *)&x;
  klee_assert(p[0] == 0x5678);
  p[1] = 0;
  klee_assert(x == 0x5678);
  return 0;
}
//~ PATHS: 1
