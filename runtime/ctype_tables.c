/* The tables behind glibc's <ctype.h> macros: 384 entries for the characters -128 to 255.
 * The header's bits are numbered as on a big-endian machine, hence BIT. */
#include "runtime.h"

#define IN(c, low, high) ((c) >= (low) && (c) <= (high))
#define BIT(n) ((n) < 8 ? 1 << (n) << 8 : 1 << (n) >> 8)
#define UPPER(c) IN(c, 'A', 'Z')
#define LOWER(c) IN(c, 'a', 'z')
#define DIGIT(c) IN(c, '0', '9')
#define ALPHA(c) (UPPER(c) || LOWER(c))
#define GRAPH(c) IN(c, '!', '~')

#define CLASS(c)                                                                               \
  (UPPER(c) * BIT(0) | LOWER(c) * BIT(1) | ALPHA(c) * BIT(2) | DIGIT(c) * BIT(3) |             \
   (DIGIT(c) || IN(c, 'a', 'f') || IN(c, 'A', 'F')) * BIT(4) |                                 \
   ((c) == ' ' || IN(c, '\t', '\r')) * BIT(5) | IN(c, ' ', '~') * BIT(6) | GRAPH(c) * BIT(7) | \
   ((c) == ' ' || (c) == '\t') * BIT(8) | (IN(c, 0, 31) || (c) == 127) * BIT(9) |              \
   (GRAPH(c) && !ALPHA(c) && !DIGIT(c)) * BIT(10) | (ALPHA(c) || DIGIT(c)) * BIT(11))

/* Characters below 0 are their unsigned twins, but for EOF. */
#define SAME(c) ((c) < -1 ? (c) + 256 : (c))
#define TO_LOWER(c) (UPPER(c) ? (c) + 32 : SAME(c))
#define TO_UPPER(c) (LOWER(c) ? (c) - 32 : SAME(c))

#define X4(f, c) f(c), f(c + 1), f(c + 2), f(c + 3)
#define X16(f, c) X4(f, c), X4(f, c + 4), X4(f, c + 8), X4(f, c + 12)
#define X64(f, c) X16(f, c), X16(f, c + 16), X16(f, c + 32), X16(f, c + 48)
#define TABLE(f) X64(f, -128), X64(f, -64), X64(f, 0), X64(f, 64), X64(f, 128), X64(f, 192)

static const unsigned short classes[384] = {TABLE(CLASS)};
static const int32_t lower[384] = {TABLE(TO_LOWER)};
static const int32_t upper[384] = {TABLE(TO_UPPER)};

/* Callers get the address of a pointer to the entry of character 0. */
static const unsigned short *const classes_at_0 = classes + 128;
static const int32_t *const lower_at_0 = lower + 128;
static const int32_t *const upper_at_0 = upper + 128;

RUNTIME const unsigned short **__ctype_b_loc(void) { return (const unsigned short **)&classes_at_0; }
RUNTIME const int32_t **__ctype_tolower_loc(void) { return (const int32_t **)&lower_at_0; }
RUNTIME const int32_t **__ctype_toupper_loc(void) { return (const int32_t **)&upper_at_0; }
RUNTIME size_t __ctype_get_mb_cur_max(void) { return 1; }
