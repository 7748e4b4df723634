// Integers of odd widths.
#include <stdio.h>
typedef unsigned _BitInt(7) u7;
typedef _BitInt(33) i33;
typedef unsigned _BitInt(65) u65;
typedef _BitInt(100) i100;
int main(void) {
  u7 a = 100;
  a += 50;
  i33 b = 4294967295;
  b = b * 3;
  u65 c = ~(u65)0;
  i100 d = (i100)1 << 98;
  printf("%u %lld %llu %llu %lld\n", (unsigned)a, (long long)b, (unsigned long long)(c >> 1), (unsigned long long)(c >> 64),
         (long long)(-d >> 90));
  c = c / 3;
  d = d % 1000003;
  printf("%llx %lld %d %d\n", (unsigned long long)c, (long long)d, a < 23, b < 0);
  return 0;
}
//~ EXEC
//~ PATHS: 1
