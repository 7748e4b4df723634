/* Floats of all kinds in all forms. */
//~ FLAGS: --libc musl
//~ EXEC
//~ PATHS: 1
#include <float.h>
#include <stdio.h>

int main(void) {
  double values[] = {0.0, -0.0, 1.0, 0.1, 3.14159265358979, 1e100, DBL_MIN, DBL_MAX, 123456.5};
  for (int i = 0; i < 9; i++) {
    double d = values[i];
    printf("%f|%.3f|%e|%.0e|%g|%G|%a\n", d, d, d, d, d, d, d);
    printf("%+12.2f|%-12.1e|%012.3g|% g|%#.0f\n", d, d, d, d, d);
  }
  printf("%Lf %.20Lg %Le\n", 1.0L / 3, 0.1L, LDBL_MAX);
  printf("%f %F %e\n", 1.0 / 0.0, -1.0 / 0.0, 1e-10);
  printf("%.60f %g %.20e\n", 0.1, 5e-324, 5e-324);
  return 0;
}
