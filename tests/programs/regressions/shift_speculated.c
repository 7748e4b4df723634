// At -O2 the guarded shifts are executed first and dropped by a select where the guard holds:
// that is no error, because nobody uses their result.
//~ FLAGS: -O2
//~ PATHS: any
#include <klee/klee.h>

static int shift(int left, int right) {
  return right < 0 || right >= 32 || left > (0x7fffffff >> right) ? left : left << right;
}

int main(void) {
  signed char n;
  klee_make_symbolic(&n, sizeof n, "n");
  int value = shift(113, n);
  klee_assert((unsigned char)n <= 31 ? value >= 113 : value == 113);
  return 0;
}
