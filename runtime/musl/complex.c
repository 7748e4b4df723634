/* Products and quotients of complex numbers, which compilers call by these names. As C's Annex G
 * has it: a result that is not a number on both axes, though a factor is infinite, is infinite. */
#include <math.h>

/* Infinite parts count as one with their sign, all others as zero with theirs. */
#define BOXED(x) copysign(isinf(x) ? 1.0 : 0.0, (double)(x))

#define MULTIPLY(name, real)                                                                  \
  _Complex real name(real a, real b, real c, real d) {                                        \
    real ac = a * c, bd = b * d, ad = a * d, bc = b * c;                                      \
    real re = ac - bd, im = ad + bc;                                                          \
    if (isnan(re) && isnan(im)) {                                                             \
      int again = 0;                                                                          \
      if (isinf(a) || isinf(b)) {                                                             \
        a = BOXED(a), b = BOXED(b), again = 1;                                                \
        if (isnan(c)) c = copysign(0.0, (double)c);                                           \
        if (isnan(d)) d = copysign(0.0, (double)d);                                           \
      }                                                                                       \
      if (isinf(c) || isinf(d)) {                                                             \
        c = BOXED(c), d = BOXED(d), again = 1;                                                \
        if (isnan(a)) a = copysign(0.0, (double)a);                                           \
        if (isnan(b)) b = copysign(0.0, (double)b);                                           \
      }                                                                                       \
      if (!again && (isinf(ac) || isinf(bd) || isinf(ad) || isinf(bc))) {                     \
        if (isnan(a)) a = copysign(0.0, (double)a);                                           \
        if (isnan(b)) b = copysign(0.0, (double)b);                                           \
        if (isnan(c)) c = copysign(0.0, (double)c);                                           \
        if (isnan(d)) d = copysign(0.0, (double)d);                                           \
        again = 1;                                                                            \
      }                                                                                       \
      if (again) re = INFINITY * (a * c - b * d), im = INFINITY * (a * d + b * c);            \
    }                                                                                         \
    _Complex real product;                                                                    \
    __real__ product = re;                                                                    \
    __imag__ product = im;                                                                    \
    return product;                                                                           \
  }

MULTIPLY(__mulsc3, float)
MULTIPLY(__muldc3, double)
MULTIPLY(__mulxc3, long double)

/* (a + bi) / (c + di), the divisor scaled by a power of two so that its square is in range. */
#define DIVIDE(name, real, logb_, scalbn_, fmax_, fabs_)                                      \
  _Complex real name(real a, real b, real c, real d) {                                        \
    int scale = 0;                                                                            \
    real exponent = logb_(fmax_(fabs_(c), fabs_(d)));                                         \
    if (isfinite(exponent)) {                                                                 \
      scale = (int)exponent;                                                                  \
      c = scalbn_(c, -scale);                                                                 \
      d = scalbn_(d, -scale);                                                                 \
    }                                                                                         \
    real square = c * c + d * d;                                                              \
    real re = scalbn_((a * c + b * d) / square, -scale);                                      \
    real im = scalbn_((b * c - a * d) / square, -scale);                                      \
    if (isnan(re) && isnan(im)) {                                                             \
      if (square == 0 && (!isnan(a) || !isnan(b))) {                                          \
        re = copysign(INFINITY, (double)c) * a;                                               \
        im = copysign(INFINITY, (double)c) * b;                                               \
      } else if ((isinf(a) || isinf(b)) && isfinite(c) && isfinite(d)) {                      \
        a = BOXED(a), b = BOXED(b);                                                           \
        re = INFINITY * (a * c + b * d);                                                      \
        im = INFINITY * (b * c - a * d);                                                      \
      } else if (isinf(exponent) && exponent > 0 && isfinite(a) && isfinite(b)) {             \
        c = BOXED(c), d = BOXED(d);                                                           \
        re = 0.0 * (a * c + b * d);                                                           \
        im = 0.0 * (b * c - a * d);                                                           \
      }                                                                                       \
    }                                                                                         \
    _Complex real quotient;                                                                   \
    __real__ quotient = re;                                                                   \
    __imag__ quotient = im;                                                                   \
    return quotient;                                                                          \
  }

DIVIDE(__divsc3, float, logbf, scalbnf, fmaxf, fabsf)
DIVIDE(__divdc3, double, logb, scalbn, fmax, fabs)
DIVIDE(__divxc3, long double, logbl, scalbnl, fmaxl, fabsl)
