/* Functions of the library's own, which are exact to the last bit where glibc's are. */
//~ FLAGS: --libc musl
//~ EXEC
//~ PATHS: 1
#include <complex.h>
#include <math.h>
#include <stdio.h>

int main(void) {
  double values[] = {0.5, 1.0, 2.0, 10.0, -0.75};
  for (int i = 0; i < 5; i++) {
    double d = values[i];
    printf("%.12g %.12g %.12g %.12g\n", sin(d), cos(d), exp(d), log(fabs(d)));
    printf("%.12g %.12g %.12g\n", pow(fabs(d), 1.5), atan2(d, 2), tanh(d));
    printf("%g %g %g %g %g\n", floor(d), ceil(d), round(d), trunc(d), sqrt(fabs(d)));
  }
  int exponent;
  double fraction = frexp(10.0, &exponent), whole;
  printf("%g %d %g %g\n", fraction, exponent, ldexp(0.5, 4), modf(2.75, &whole));
  printf("%g %g ", modf(-INFINITY, &whole), whole);
  printf("%g %g\n", modf(-3.0, &whole), whole);
  printf("%d %d %d\n", isnan(NAN), isinf(-INFINITY) != 0, signbit(-0.0) != 0);
  double complex z = (1 + 2 * I) * (3 - I) / (1 + I);
  printf("%g %g %g\n", creal(z), cimag(z), cabs(3 + 4 * I));
  return 0;
}
