/* <math.h>: what LLVM has an operation for is that operation (the engine reasons about it for
 * unknown floats too); what takes a number apart works on its bits. */
#include "runtime.h"

#define BOTH(name, operation)                                                                  \
  RUNTIME double name(double x) { return operation(x); }                                       \
  RUNTIME float name##f(float x) { return operation(x); }

BOTH(fabs, __builtin_elementwise_abs)
BOTH(floor, __builtin_elementwise_floor)
BOTH(ceil, __builtin_elementwise_ceil)
BOTH(trunc, __builtin_elementwise_trunc)
BOTH(round, __builtin_elementwise_round)
BOTH(roundeven, __builtin_elementwise_roundeven)
BOTH(rint, __builtin_elementwise_rint)
BOTH(nearbyint, __builtin_elementwise_nearbyint)
BOTH(sqrt, __builtin_elementwise_sqrt)

#define BOTH2(name, operation)                                                                 \
  RUNTIME double name(double x, double y) { return operation(x, y); }                          \
  RUNTIME float name##f(float x, float y) { return operation(x, y); }

BOTH2(copysign, __builtin_elementwise_copysign)
BOTH2(fmin, __builtin_elementwise_minnum)
BOTH2(fmax, __builtin_elementwise_maxnum)
BOTH2(fmod, __builtin_elementwise_fmod)

RUNTIME double fdim(double x, double y) { return x <= y ? 0.0 : x - y; }
RUNTIME float fdimf(float x, float y) { return x <= y ? 0.0f : x - y; }

RUNTIME long double fabsl(long double x) { return __builtin_fabsl(x); }
RUNTIME long double copysignl(long double x, long double y) { return __builtin_copysignl(x, y); }

static uint64_t bits_of(double x) {
  union { double value; uint64_t bits; } u = {x};
  return u.bits;
}
static double from_bits(uint64_t bits) {
  union { uint64_t bits; double value; } u = {bits};
  return u.value;
}

enum { EXPONENT_MAX = 0x7ff, BIAS = 1023, MANTISSA_BITS = 52 };

/* Fraction in [0.5, 1) and exponent; 0, infinities and NaNs come back as they are. */
RUNTIME double frexp(double x, int *exponent) {
  uint64_t bits = bits_of(x);
  int biased = bits >> MANTISSA_BITS & EXPONENT_MAX;
  *exponent = 0;
  if (x == 0 || biased == EXPONENT_MAX) return x;
  if (biased == 0) { /* subnormal: make it normal first */
    x = frexp(x * 0x1p64, exponent);
    *exponent -= 64;
    return x;
  }
  *exponent = biased - (BIAS - 1);
  return from_bits((bits & ~((uint64_t)EXPONENT_MAX << MANTISSA_BITS)) |
                   (uint64_t)(BIAS - 1) << MANTISSA_BITS);
}

/* 2^n for -1022 <= n <= 1023. */
static double power_of_two(int n) { return from_bits((uint64_t)(n + BIAS) << MANTISSA_BITS); }

/* Steps that are exact until the last one, so that it is rounded once. */
RUNTIME double ldexp(double x, int n) {
  for (int i = 0; i < 2 && n > 1023; i++) x *= 0x1p1023, n -= 1023;
  if (n > 1023) n = 1023;
  /* Stay 53 bits above the smallest normal number until the last step. */
  for (int i = 0; i < 2 && n < -1022; i++) x *= 0x1p-1022 * 0x1p53, n += 1022 - 53;
  if (n < -1022) n = -1022;
  return x * power_of_two(n);
}
RUNTIME double scalbn(double x, int n) { return ldexp(x, n); }

/* Exact as a double, so rounded once; beyond these powers it is zero or infinite anyway. */
RUNTIME float ldexpf(float x, int n) {
  n = n > 400 ? 400 : n;
  return (float)ldexp(x, n < -400 ? -400 : n);
}
RUNTIME float scalbnf(float x, int n) { return ldexpf(x, n); }

RUNTIME double modf(double x, double *whole) {
  double integral = __builtin_elementwise_trunc(x);
  *whole = integral;
  int infinite = __builtin_elementwise_abs(x) == __builtin_inf();
  return __builtin_elementwise_copysign(infinite ? 0.0 : x - integral, x);
}

/* What glibc's classification macros call where the compiler has no built-in for them, and the
 * functions of the same names. */
#define CLASSES(type, suffix)                                                                  \
  RUNTIME int __isnan##suffix(type x) { return x != x; }                                       \
  RUNTIME int isnan##suffix(type x) { return x != x; }                                         \
  RUNTIME int __isinf##suffix(type x) {                                                        \
    return (x == (type)__builtin_inf()) - (x == -(type)__builtin_inf());                       \
  }                                                                                            \
  RUNTIME int isinf##suffix(type x) { return __isinf##suffix(x); }                             \
  RUNTIME int __finite##suffix(type x) {                                                       \
    return __builtin_elementwise_abs(x) < (type)__builtin_inf();                               \
  }                                                                                            \
  RUNTIME int finite##suffix(type x) { return __finite##suffix(x); }                           \
  RUNTIME int __signbit##suffix(type x) { return __builtin_signbit(x) != 0; }                  \
  /* glibc's numbers: NaN 0, infinite 1, zero 2, subnormal 3, normal 4. */                     \
  RUNTIME int __fpclassify##suffix(type x) { return __builtin_fpclassify(0, 1, 4, 3, 2, x); }

CLASSES(double, )
CLASSES(float, f)
CLASSES(long double, l)
