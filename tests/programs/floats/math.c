// The functions of <math.h> that have an exact answer.
#include <math.h>
#include <stdio.h>
int main(void) {
  static const double values[] = {0.5, -0.5, 1.5, 2.5, -2.5, 1e300, -0.0, 7.999};
  for (int i = 0; i < 8; i++) {
    volatile double v = values[i];
    printf("%a %a %a %a %a %a\n", floor(v), ceil(v), trunc(v), round(v), rint(v), fabs(v));
    printf("%a %a %a %a\n", fmin(v, 1), fmax(v, 1), copysign(3, v), v < 0 ? 0 : sqrt(v));
    printf("%d %d %d %d\n", isnan(v) != 0, isinf(v) != 0, signbit(v) != 0, isfinite(v) != 0);
    printf("%a %a\n", fmod(v, 2), fma(v, 3, 1));
  }
  return 0;
}
//~ EXEC
//~ PATHS: 1
