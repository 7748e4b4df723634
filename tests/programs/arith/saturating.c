// Saturating arithmetic, minimum, maximum and absolute value.
#include <stdint.h>
#include <stdio.h>
int main(void) {
  static const int8_t a[] = {0, 1, -1, 127, -128, 100, -100};
  for (unsigned i = 0; i < 7; i++)
    for (unsigned k = 0; k < 7; k++) {
      uint8_t x = (uint8_t)a[i], y = (uint8_t)a[k];
      printf("%d %d %d %d %d %d %u %u\n", __builtin_elementwise_add_sat(a[i], a[k]), __builtin_elementwise_sub_sat(a[i], a[k]),
             __builtin_elementwise_add_sat(x, y), __builtin_elementwise_sub_sat(x, y), __builtin_elementwise_min(a[i], a[k]),
             __builtin_elementwise_max(a[i], a[k]), __builtin_elementwise_min(x, y), __builtin_elementwise_max(x, y));
      printf("%d\n", __builtin_elementwise_abs(a[i]));
    }
  return 0;
}
//~ EXEC
//~ PATHS: 1
