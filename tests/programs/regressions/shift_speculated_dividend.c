// As in shift_speculated.c, with a remainder of the shifted value on the way to the select.
//~ FLAGS: -O2
//~ PATHS: any
#include <klee/klee.h>

static signed char shift(signed char left, int right) {
  return left < 0 || right < 0 || right >= 32 || left > (127 >> right) ? left : left << right;
}

signed char low;
unsigned wide;
int sink;

int main(void) {
  klee_make_symbolic(&low, sizeof low, "low");
  klee_make_symbolic(&wide, sizeof wide, "wide");
  sink ^= shift(low > 1, wide & 0x1fff) % 2;
  return 0;
}
