// Left, logical right and arithmetic right shifts of every width.
#include <stdint.h>
#include <stdio.h>
int main(void) {
  for (int n = 0; n < 64; n += 7) {
    uint64_t u = 0x8123456789abcdefu;
    int64_t s = (int64_t)u;
    printf("%llx %llx %llx\n", (unsigned long long)(u << n), (unsigned long long)(u >> n), (unsigned long long)(s >> n));
    if (n < 32) printf("%x %x %x\n", (uint32_t)u << n, (uint32_t)u >> n, (int32_t)0x89abcdef >> n);
    if (n < 8) printf("%x %x\n", (uint8_t)((uint8_t)u >> n), (int8_t)((int8_t)u >> n));
  }
  return 0;
}
//~ EXEC
//~ PATHS: 1
