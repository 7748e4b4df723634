// Counting, swapping, reversing and rotating bits.
#include <stdint.h>
#include <stdio.h>
int main(void) {
  static const uint64_t values[] = {1, 0x80, 0xff00ff, 0x8000000000000000u, 0x123456789abcdefu, UINT64_MAX};
  for (unsigned i = 0; i < 6; i++) {
    uint64_t v = values[i];
    printf("%d %d %d %d %d\n", __builtin_popcountll(v), __builtin_clzll(v), __builtin_ctzll(v), __builtin_ffsll((long long)v),
           __builtin_parityll(v));
    printf("%x %x %llx\n", __builtin_bswap16((uint16_t)v), __builtin_bswap32((uint32_t)v), (unsigned long long)__builtin_bswap64(v));
    printf("%llx %x\n", (unsigned long long)__builtin_bitreverse64(v), __builtin_bitreverse8((uint8_t)v));
    printf("%x %llx\n", __builtin_rotateleft32((uint32_t)v, 5), (unsigned long long)__builtin_rotateright64(v, 77));
    printf("%d\n", __builtin_clrsbll((long long)v));
  }
  return 0;
}
//~ EXEC
//~ PATHS: 1
