/* What the classification macros of glibc's <math.h> call without built-in functions. */
#define _GNU_SOURCE
#include <math.h>
#include <stdio.h>

extern int __isinf(double), __isinff(float), __isinfl(long double);
extern int __isnan(double), __isnanf(float), __isnanl(long double);
extern int __finite(double), __finitef(float), __finitel(long double);

#define SHOW(type, suffix, x)                                                                   \
  do {                                                                                          \
    volatile type v = (type)(x);                                                                \
    printf("%d %d %d %d %d %d %d\n", __isinf##suffix(v), __isnan##suffix(v) != 0,               \
           __finite##suffix(v) != 0, __signbit##suffix(v) != 0, __fpclassify##suffix(v),        \
           (isinf)(v), (isnan)(v) != 0);                                                        \
  } while (0)

int main(void) {
  double values[] = {0.0, -0.0, 1.0, -1.5, 1e-310, -1e-42, INFINITY, -INFINITY, NAN, 1e300};
  for (int i = 0; i < 10; i++) {
    SHOW(double, , values[i]);
    SHOW(float, f, values[i]);
    SHOW(long double, l, values[i]);
  }
  return 0;
}
