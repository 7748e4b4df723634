/* What glibc's classification macros call; it also has functions of the macros' names. */
#include <float.h>
#include <math.h>

#undef isinf
#undef isnan

/* 1 for plus infinity, -1 for minus infinity. */
#define CLASSES(type, suffix, infinity)                                                          \
  int __isinf##suffix(type x) { return (x == infinity) - (x == -infinity); }                     \
  int __isnan##suffix(type x) { return x != x; }                                                 \
  int __finite##suffix(type x) { return x - x == 0; }                                            \
  int isinf##suffix(type x) { return __isinf##suffix(x); }                                       \
  int isnan##suffix(type x) { return __isnan##suffix(x); }                                       \
  int __iseqsig##suffix(type x, type y) { return x == y; }                                       \
  int __issignaling##suffix(type x) { return __builtin_issignaling(x); }

CLASSES(double, , __builtin_inf())
CLASSES(float, f, __builtin_inff())
CLASSES(long double, l, __builtin_infl())

int finitel(long double x) { return __finitel(x); }

/* The integer bit is set where the exponent is not zero, and only there. */
int __iscanonicall(long double x) {
  union { long double value; struct { unsigned long bits; unsigned short exponent; } parts; } u = {x};
  return (u.parts.exponent & 0x7fff) != 0 == u.parts.bits >> 63;
}
double gamma(double x) { return lgamma(x); }
float gammaf(float x) { return lgammaf(x); }
double __rint(double x) { return rint(x); }
