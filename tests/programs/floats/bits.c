// The bytes of floats.
#include <stdint.h>
#include <stdio.h>
#include <string.h>
int main(void) {
  static const float values[] = {0.0f, -0.0f, 1.0f, -2.5f, 3.4e38f, 1e-45f, 0.1f};
  for (int i = 0; i < 7; i++) {
    uint32_t bits;
    uint64_t wide;
    double d = values[i];
    memcpy(&bits, &values[i], 4);
    memcpy(&wide, &d, 8);
    printf("%08x %016llx\n", bits, (unsigned long long)wide);
  }
  return 0;
}
//~ EXEC
//~ PATHS: 1
