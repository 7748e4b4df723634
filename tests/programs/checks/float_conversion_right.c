// Guarded; optimised, the conversion comes first.
//~ FLAGS: --check float -O2
#include <pleach.h>
static int clamp(float f) {
  if (!(f > -2147483648.0f)) return -2147483647 - 1;
  if (f >= 2147483648.0f) return 2147483647;
  return (int)f;
}
int main(void) {
  float values[4] = {1e30f, -1e30f, 0.0f / 0.0f, 3.5f};
  return clamp(values[pleach_range(0, 4, "i")]) == 4;
}
//~ PATHS: any
