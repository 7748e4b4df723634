// Remainders, products and powers of many numbers, bit for bit.
#include <math.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>
static uint64_t state = 88172645463325252u;
static uint64_t next(void) {
  state ^= state << 13, state ^= state >> 7;
  return state ^= state << 17;
}
// Numbers of any size, or a few powers of two apart, or of few digits.
static double number(int i) {
  uint64_t bits = next();
  if (i % 3 == 1) bits = (bits & 0x800fffffffffffffu) | (1000 + (bits >> 52) % 80) << 52;
  if (i % 3 == 2) bits = (bits & 0xfff0000000000000u) | (bits & 0xff) << 44;
  double x;
  memcpy(&x, &bits, sizeof x);
  return x;
}
static void show(double x) { isnan(x) ? printf(" nan") : printf(" %a", x); }
static void all(double x, double y) {
  int quotient = 0;
  show(fmod(x, y)), show(remainder(x, y)), show(drem(x, y));
  show(remquo(x, y, &quotient)), printf(" %d", quotient & 7);
  show(fmodf((float)x, (float)y)), show(remainderf((float)x, (float)y));
  quotient = 0; // it stays where there is none
  show(remquof((float)x, (float)y, &quotient)), printf(" %d", quotient & 7);
  show((double)fmodl(x, y)), show((double)remainderl((long double)x / 3, y));
  quotient = 0;
  show((double)remquol(x, y, &quotient)), printf(" %d", quotient & 7);
  show(fma(x, y, x)), show(fmaf((float)x, (float)y, (float)x));
  int power = (int)(next() % 400) - 200, exponent;
  show(ldexp(x, power)), show(ldexpf((float)x, power)), show(scalbnf((float)y, -power));
  show(frexp(x, &exponent));
  double whole;
  show(modf(x, &whole)), show(whole);
  printf("\n");
}
int main(void) {
  static const double special[] = {0.0, -0.0, 1.0, -2.5, 3.0, INFINITY, -INFINITY, NAN,
                                   5e-324, -2.3e-308, 1.7976931348623157e308, 9e307};
  for (int i = 0; i < 12; i++)
    for (int j = 0; j < 12; j++) all(special[i], special[j]);
  for (int i = 0; i < 400; i++) all(number(i), number(i));
  return 0;
}
//~ EXEC
//~ PATHS: 1
