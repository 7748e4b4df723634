// Unknown index with elements of 8 bytes, read back bytewise.
#include <klee/klee.h>
#include <stdint.h>
int main(void) {
  uint64_t a[4] = {0};
  unsigned i;
  klee_make_symbolic(&i, sizeof i, "i");
  klee_assume(i < 4);
  a[i] = 0x0102030405060708u;
  const unsigned char *bytes = (const unsigned char *)a;
  klee_assert(bytes[8 * i] == 8);
  klee_assert(bytes[8 * i + 7] == 1);
  return 0;
}
//~ PATHS: 1
