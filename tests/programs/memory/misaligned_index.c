// A word read at an unknown byte offset.
#include <klee/klee.h>
#include <stdint.h>
#include <string.h>
int main(void) {
  unsigned char a[8] = {0, 1, 2, 3, 4, 5, 6, 7};
  unsigned i;
  klee_make_symbolic(&i, sizeof i, "i");
  klee_assume(i <= 4);
  uint32_t word;
  memcpy(&word, a + i, sizeof word);
  klee_assert((word & 0xff) == i);
  klee_assert(word >> 24 == i + 3);
  return 0;
}
//~ PATHS: any
