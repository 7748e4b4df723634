// Arithmetic that says whether it overflowed.
#include <stdint.h>
#include <stdio.h>
int main(void) {
  static const int32_t a[] = {0, 1, -1, INT32_MAX, INT32_MIN, 65536, 46341};
  for (unsigned i = 0; i < 7; i++)
    for (unsigned k = 0; k < 7; k++) {
      int32_t r;
      uint32_t u;
      int64_t w;
      int8_t n;
      printf("%d", __builtin_add_overflow(a[i], a[k], &r)), printf(" %d", r);
      printf(" %d", __builtin_sub_overflow(a[i], a[k], &r)), printf(" %d", r);
      printf(" %d", __builtin_mul_overflow(a[i], a[k], &r)), printf(" %d", r);
      printf(" %d", __builtin_add_overflow((uint32_t)a[i], (uint32_t)a[k], &u)), printf(" %u", u);
      printf(" %d", __builtin_mul_overflow((uint32_t)a[i], (uint32_t)a[k], &u)), printf(" %u", u);
      printf(" %d", __builtin_mul_overflow((int64_t)a[i] << 20, a[k], &w)), printf(" %lld", (long long)w);
      printf(" %d", __builtin_add_overflow(a[i], a[k], &n)), printf(" %d\n", n);
    }
  return 0;
}
//~ EXEC
//~ PATHS: 1
