// Between integers and floats of all sizes.
#include <stdint.h>
#include <stdio.h>
int main(void) {
  static const double values[] = {0.0, 1.9, -1.9, 127.5, 255.0, 65535.9, 2147483647.0, -2147483648.0, 4294967295.0, 1e15};
  for (int i = 0; i < 10; i++) {
    double d = values[i];
    printf("%lld %a", (long long)d, (float)d);
    if (d > -2147483649.0 && d < 2147483648.0) printf(" %d", (int)d);
    if (d >= 0 && d < 4294967296.0) printf(" %u", (unsigned)d);
    printf("\n");
  }
  printf("%a %a %a %a\n", (float)16777217, (double)INT64_MAX, (float)UINT64_MAX, (double)UINT32_MAX);
  printf("%a %a\n", (double)(signed char)-3, (float)(unsigned char)250);
  return 0;
}
//~ EXEC
//~ PATHS: 1
