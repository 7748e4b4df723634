// 80-bit floats.
#include <stdio.h>
int main(void) {
  volatile long double a = 1.0L / 3, b = 3;
  long double c = a * b, d = a + 1e-18L, e = -a;
  printf("%d %d %d\n", c == 1.0L, d > a, e < 0);
  printf("%a %a %a\n", (double)a, (double)(d - a), (double)(a * 1e30L));
  printf("%lld %d\n", (long long)(b * 1e9L), (int)sizeof(long double));
  printf("%.20Lg %Lf\n", a, b);
  return 0;
}
//~ EXEC
//~ PATHS: 1
