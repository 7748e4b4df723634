// The four integer sizes: conversions, wrap-around, signs.
#include <stdint.h>
#include <stdio.h>
int main(void) {
  static const int64_t values[] = {0, 1, -1, 127, 128, 255, 256, -128, -129, 32767, 32768, 65535, 65536, 2147483647,
                                   2147483648, -2147483648, 4294967295, 4294967296, INT64_MAX, INT64_MIN};
  for (unsigned i = 0; i < sizeof values / sizeof *values; i++) {
    int64_t v = values[i];
    printf("%d %u %d %u %d %u %lld %llu\n", (int8_t)v, (uint8_t)v, (int16_t)v, (uint16_t)v, (int32_t)v, (uint32_t)v,
           (long long)v, (unsigned long long)v);
    printf("%d %d %d\n", (int8_t)v < (int16_t)v, (uint8_t)v == (uint16_t)v, (int32_t)v > (int8_t)v);
  }
  return 0;
}
//~ EXEC
//~ PATHS: 1
