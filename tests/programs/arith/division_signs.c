// Quotients and remainders for all combinations of signs.
#include <stdint.h>
#include <stdio.h>
int main(void) {
  static const int a[] = {7, -7, 0, INT32_MAX, INT32_MIN, 100}, b[] = {2, -2, 3, -3, 7, INT32_MAX, INT32_MIN};
  for (unsigned i = 0; i < 6; i++)
    for (unsigned k = 0; k < 7; k++)
      printf("%d %d %u %u\n", a[i] / b[k], a[i] % b[k], (unsigned)a[i] / (unsigned)b[k], (unsigned)a[i] % (unsigned)b[k]);
  return 0;
}
//~ EXEC
//~ PATHS: 1
