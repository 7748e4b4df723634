#include "compare.h"

#include <ctype.h>
#include <errno.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#define CLASSES(f) f(isalpha) f(isdigit) f(isalnum) f(isxdigit) f(isupper) f(islower) f(isspace) \
    f(isblank) f(iscntrl) f(isprint) f(isgraph) f(ispunct)
#define DECLARE(name) int rt_##name(int);
CLASSES(DECLARE)
int rt_toupper(int), rt_tolower(int);
const unsigned short **rt___ctype_b_loc(void);
const int32_t **rt___ctype_tolower_loc(void), **rt___ctype_toupper_loc(void);
long rt_strtol(const char *, char **, int);
unsigned long rt_strtoul(const char *, char **, int);
long rt___isoc23_strtol(const char *, char **, int);
int rt_atoi(const char *), *rt___errno_location(void);
void rt_qsort(void *, size_t, size_t, int (*)(const void *, const void *));
void *rt_bsearch(const void *, const void *, size_t, size_t, int (*)(const void *, const void *));
void rt_srand(unsigned);
int rt_rand(void), rt_rand_r(unsigned *), rt_ffsll(long long);
div_t rt_div(int, int);
ldiv_t rt_ldiv(long, long);

void compare_ctype(void) {
  for (int c = -1; c < 256; c++) {
#define COMPARE(name) SAME(!name(c) == !rt_##name(c));
    CLASSES(COMPARE)
    SAME(toupper(c) == rt_toupper(c) && tolower(c) == rt_tolower(c));
  }
  for (int c = -128; c < 256; c++) {
    SAME((*__ctype_b_loc())[c] == (*rt___ctype_b_loc())[c]);
    SAME((*__ctype_tolower_loc())[c] == (*rt___ctype_tolower_loc())[c]);
    SAME((*__ctype_toupper_loc())[c] == (*rt___ctype_toupper_loc())[c]);
  }
}

static void compare_number(const char *text, int base) {
  char *end, *rt_end;
  errno = *rt___errno_location() = 0;
  long a = strtol(text, &end, base), b = rt_strtol(text, &rt_end, base);
  SAME(a == b && (base == 1 || base == 37 || end == rt_end) && errno == *rt___errno_location());
  if (base != 2 && base != 0) SAME(rt___isoc23_strtol(text, NULL, base) == a);
  errno = *rt___errno_location() = 0;
  unsigned long c = strtoul(text, &end, base), d = rt_strtoul(text, &rt_end, base);
  SAME(c == d && (base == 1 || base == 37 || end == rt_end) && errno == *rt___errno_location());
}

void compare_numbers(void) {
  static const int bases[] = {0, 1, 2, 8, 10, 16, 36, 37};
  static const char *const edges[] = {
      "9223372036854775807", "9223372036854775808", "-9223372036854775808", "-9223372036854775809",
      "18446744073709551615", "18446744073709551616", "-18446744073709551615", "0x", "0xg", "-0x8",
      "99999999999999999999999", "  +12", "\v\f\r\n\t 7", "- 1", "+-1", "0b1", "08", "", "zz"};
  for (unsigned b = 0; b < sizeof bases / sizeof *bases; b++) {
    for (unsigned i = 0; i < sizeof edges / sizeof *edges; i++) compare_number(edges[i], bases[b]);
    for (int i = 0; i < 20000; i++) {
      compare_number(random_string(0, "0179afxXzZ-+ "), bases[b]);
      compare_number(random_string(1, "01"), bases[b]);
    }
  }
  SAME(rt___isoc23_strtol("0b101", NULL, 0) == 5 && rt___isoc23_strtol("-0B11", NULL, 2) == -3);
  SAME(rt_atoi(" -42x") == -42);
  for (unsigned seed = 0; seed < 50; seed++) {
    srand(seed), rt_srand(seed);
    for (int i = 0; i < 100; i++) SAME(rand() == rt_rand());
    unsigned a = seed, b = seed;
    SAME(rand_r(&a) == rt_rand_r(&b) && a == b);
  }
  SAME(rt_div(-7, 2).quot == -3 && rt_div(-7, 2).rem == -1);
  SAME(rt_ldiv(7, -2).quot == -3 && rt_ldiv(7, -2).rem == 1);
  SAME(rt_ffsll(0) == 0 && rt_ffsll(1ll << 40) == 41);
}

struct pair { char key; short order; };

static int by_key(const void *a, const void *b) {
  return ((const struct pair *)a)->key - ((const struct pair *)b)->key;
}

void compare_sorting(void) {
  for (int round = 0; round < 20000; round++) {
    struct pair a[20];
    int count = (int)random_below(20), sum = 0;
    for (int i = 0; i < count; i++) a[i] = (struct pair){(char)random_below(8), (short)i}, sum += a[i].key;
    rt_qsort(a, (size_t)count, sizeof *a, by_key);
    for (int i = 0; i < count; i++) sum -= a[i].key;
    SAME(sum == 0);
    for (int i = 1; i < count; i++)
      SAME(a[i - 1].key < a[i].key || (a[i - 1].key == a[i].key && a[i - 1].order < a[i].order));
    struct pair wanted = {(char)random_below(9), 0};
    struct pair *found = rt_bsearch(&wanted, a, (size_t)count, sizeof *a, by_key);
    int present = 0;
    for (int i = 0; i < count; i++) present |= a[i].key == wanted.key;
    SAME(found == NULL ? !present : found->key == wanted.key);
  }
}

#define UNARY(f) f(fabs) f(floor) f(ceil) f(trunc) f(rint) f(nearbyint) f(sqrt) f(roundeven)
#define BINARY(f) f(copysign) f(fmin) f(fmax) f(fdim)
#define DECLARE_UNARY(name) double rt_##name(double); float rt_##name##f(float);
#define DECLARE_BINARY(name) double rt_##name(double, double); float rt_##name##f(float, float);
UNARY(DECLARE_UNARY)
BINARY(DECLARE_BINARY)
double roundeven(double);
float roundevenf(float);
double rt_frexp(double, int *), rt_ldexp(double, int), rt_modf(double, double *);
int rt___isinf(double), rt___isnan(double), rt___finite(double), rt___fpclassify(double);

/* The same bits, or both NaN. */
static int same(double a, double b) { return (a != a && b != b) || memcmp(&a, &b, sizeof a) == 0; }

static double random_double(void) {
  static const double edges[] = {0.0, -0.0, 0.5, -0.5, 1.5, 2.5, 0x1p-1074, -0x1p-1022, 0x1.fffffffffffffp1023,
                                 INFINITY, -INFINITY, NAN, 0x1p52, 0x1p53, 4503599627370495.5, -1.0};
  if (random_below(3) == 0) return edges[random_below(sizeof edges / sizeof *edges)];
  if (random_below(2)) return ((int)random_below(4001) - 2000) / 8.0;
  uint64_t bits = (uint64_t)random_below(UINT32_MAX) << 32 | random_below(UINT32_MAX);
  double value;
  memcpy(&value, &bits, sizeof value);
  return value != value ? NAN : value; /* signalling NaNs are treated differently everywhere */
}

void compare_math(void) {
  for (int i = 0; i < 100000; i++) {
    double x = random_double(), y = random_double();
#define COMPARE_UNARY(name)                                                                    \
  SAME(same(name(x), rt_##name(x)));                                                           \
  SAME(same(name##f((float)x), rt_##name##f((float)x)));
#define COMPARE_BINARY(name)                                                                   \
  SAME(name(x, y) == rt_##name(x, y) || same(name(x, y), rt_##name(x, y)));                    \
  SAME(name##f((float)x, (float)y) == rt_##name##f((float)x, (float)y) ||                      \
       same(name##f((float)x, (float)y), rt_##name##f((float)x, (float)y)));
    UNARY(COMPARE_UNARY)
    BINARY(COMPARE_BINARY)
    SAME(same(copysign(x, y), rt_copysign(x, y)));
    int a, b, n = (int)random_below(5000) - 2500;
    double fraction = frexp(x, &a), rt_fraction = rt_frexp(x, &b), whole, rt_whole;
    SAME(same(fraction, rt_fraction) && (!isfinite(x) || a == b));
    SAME(same(ldexp(x, n), rt_ldexp(x, n)));
    fraction = modf(x, &whole), rt_fraction = rt_modf(x, &rt_whole);
    SAME(same(fraction, rt_fraction) && same(whole, rt_whole));
    SAME(!isnan(x) == !rt___isnan(x) && !isfinite(x) == !rt___finite(x));
    SAME(fpclassify(x) == rt___fpclassify(x));
    SAME((isinf(x) ? (x > 0 ? 1 : -1) : 0) == rt___isinf(x));
  }
}
