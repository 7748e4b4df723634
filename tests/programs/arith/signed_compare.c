// The same bits compared with and without sign.
#include <klee/klee.h>
#include <stdint.h>
int main(void) {
  int32_t x;
  klee_make_symbolic(&x, sizeof x, "x");
  if (x < 0) klee_assert((uint32_t)x > 0x7fffffffu);
  else klee_assert((uint32_t)x <= 0x7fffffffu);
  return 0;
}
//~ PATHS: 2
