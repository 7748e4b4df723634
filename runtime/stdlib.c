/* Small integer functions, and the environment, which is empty. */
#include "runtime.h"

/* The layouts of div_t, ldiv_t and lldiv_t. */
struct int_division { int quotient, remainder; };
struct long_division { long quotient, remainder; };
struct long_long_division { long long quotient, remainder; };

RUNTIME int abs(int x) { return x < 0 ? -x : x; }
RUNTIME long labs(long x) { return x < 0 ? -x : x; }
RUNTIME long long llabs(long long x) { return x < 0 ? -x : x; }
RUNTIME intmax_t imaxabs(intmax_t x) { return x < 0 ? -x : x; }

RUNTIME struct int_division div(int a, int b) { return (struct int_division){a / b, a % b}; }
RUNTIME struct long_division ldiv(long a, long b) { return (struct long_division){a / b, a % b}; }
RUNTIME struct long_long_division lldiv(long long a, long long b) {
  return (struct long_long_division){a / b, a % b};
}

/* 1 + the number of the lowest set bit; 0 for 0. */
RUNTIME int ffs(int x) { return __builtin_ffs(x); }
RUNTIME int ffsl(long x) { return __builtin_ffsl(x); }
RUNTIME int ffsll(long long x) { return __builtin_ffsll(x); }

RUNTIME char *getenv(const char *name) {
  (void)name;
  return NULL;
}
RUNTIME char *secure_getenv(const char *name) {
  (void)name;
  return NULL;
}
