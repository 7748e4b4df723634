/* Exact remainders and products, from LLVM's own operations: the engine reasons about those for
 * unknown floats too, without a path for each bit of a quotient. */
#include "runtime.h"

#define MAGNITUDE(x) __builtin_elementwise_abs(x)
#define MODULO(x, y) __builtin_elementwise_fmod(x, y)

/* Every difference is exact, since its operands are within a factor of two. What is left of the
 * quotient says whether it is odd, for the even one of two that are as near. */
#define REMAINDERS(type, suffix)                                                                 \
  static type nearest##suffix(type rest, type y, int *one) {                                     \
    type once = rest - y, twice = once - y;                                                      \
    int above = rest + rest > y, far = once + once >= y;                                         \
    *one = above ? 1 + far : 0;                                                                  \
    return above ? far ? twice : once : rest;                                                    \
  }                                                                                              \
  RUNTIME type remainder##suffix(type x, type y) {                                               \
    int one;                                                                                     \
    type size = MAGNITUDE(y);                                                                    \
    type rest = nearest##suffix(MODULO(MAGNITUDE(x), size + size), size, &one);                  \
    return __builtin_signbit(x) ? -rest : rest;                                                  \
  }                                                                                              \
  RUNTIME type drem##suffix(type x, type y) { return remainder##suffix(x, y); }                  \
  /* Three bits of the quotient, with its sign. */                                               \
  RUNTIME type remquo##suffix(type x, type y, int *quotient) {                                   \
    int one, negative = !__builtin_signbit(x) != !__builtin_signbit(y);                          \
    type size = MAGNITUDE(y), rest = MODULO(MAGNITUDE(x), 8 * size);                             \
    int four = rest >= 4 * size;                                                                 \
    rest = four ? rest - 4 * size : rest;                                                        \
    int two = rest >= 2 * size;                                                                  \
    rest = two ? rest - 2 * size : rest;                                                         \
    rest = nearest##suffix(rest, size, &one);                                                    \
    int bits = (4 * four + 2 * two + one) & 7;                                                   \
    *quotient = negative ? -bits : bits;                                                         \
    return __builtin_signbit(x) ? -rest : rest;                                                  \
  }                                                                                              \
  RUNTIME type fma##suffix(type x, type y, type z) { return __builtin_elementwise_fma(x, y, z); }

REMAINDERS(double, )
REMAINDERS(float, f)
REMAINDERS(long double, l)
