// A packed structure has no padding and odd offsets.
#include <klee/klee.h>
#include <stddef.h>
#include <stdint.h>
struct __attribute__((packed)) header { uint8_t type; uint32_t length; uint16_t sum; };
int main(void) {
  unsigned char wire[7];
  klee_make_symbolic(wire, sizeof wire, "wire");
  struct header *h = (struct header *)wire;
  klee_assert(sizeof *h == 7 && offsetof(struct header, sum) == 5);
  if (h->length == 0x11223344) klee_assert(wire[1] == 0x44 && wire[4] == 0x11);
  h->sum = 0xabcd;
  klee_assert(wire[5] == 0xcd && wire[6] == 0xab);
  return 0;
}
//~ PATHS: 2
