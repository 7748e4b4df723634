// The sized variants.
#include <klee/klee.h>
#include <stdint.h>
uint8_t __VERIFIER_nondet_u8(void);
uint16_t __VERIFIER_nondet_u16(void);
uint32_t __VERIFIER_nondet_u32(void);
uint64_t __VERIFIER_nondet_u64(void);
int main(void) {
  unsigned a = __VERIFIER_nondet_u8(), b = __VERIFIER_nondet_u16(), c = __VERIFIER_nondet_u32();
  unsigned long d = __VERIFIER_nondet_u64();
  klee_assert(a <= 0xff);
  klee_assert(b <= 0xffff);
  if (c == 0xffffffffu) klee_assert(c != 0);
  if (d > 0xffffffffu) return 1;
  return 0;
}
//~ PATHS: 4
