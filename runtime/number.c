/* Text to integers. */
#include "runtime.h"

/* Whether 0b is a prefix, as in C23. */
enum prefixes { HEX_ONLY, HEX_AND_BINARY };

struct number {
  uint64_t magnitude;
  int negative;
  int overflow; /* the magnitude is more than `limit`, or than 64 bits hold */
};

static int digit_value(char c) {
  unsigned digit = (unsigned char)c - '0', letter = ((unsigned char)c | 32) - 'a';
  if (digit < 10) return (int)digit;
  if (letter < 26) return (int)letter + 10;
  return INT_MAX;
}

static int is_space(char c) { return (c == ' ') | ((unsigned char)(c - '\t') <= '\r' - '\t'); }

/* Skips 0x or 0b where the base allows it and a digit follows, and settles base 0. */
static const char *skip_prefix(const char *s, int *base, enum prefixes prefixes) {
  if (*s == '0') {
    int letter = s[1] | 32;
    if ((*base == 0 || *base == 16) && letter == 'x' && digit_value(s[2]) < 16) {
      *base = 16;
      return s + 2;
    }
    if (prefixes == HEX_AND_BINARY && (*base == 0 || *base == 2) && letter == 'b' &&
        digit_value(s[2]) < 2) {
      *base = 2;
      return s + 2;
    }
    if (*base == 0) *base = 8;
  }
  if (*base == 0) *base = 10;
  return s;
}

/* Reads a number; *end is set behind it, or to s when there is none. */
static struct number scan(const char *s, char **end, int base, enum prefixes prefixes) {
  struct number number = {0, 0, 0};
  const char *start = s;
  if (end != NULL) *end = (char *)start;
  if (base < 0 || base == 1 || base > 36) {
    *__errno_location() = ERROR_INVALID;
    return number;
  }
  while (is_space(*s)) s++;
  if (*s == '-' || *s == '+') number.negative = *s++ == '-';
  s = skip_prefix(s, &base, prefixes);
  const char *digits = s;
  for (int value; (value = digit_value(*s)) < base; s++) {
    uint64_t next;
    number.overflow |= __builtin_mul_overflow(number.magnitude, (uint64_t)base, &next);
    number.overflow |= __builtin_add_overflow(next, (uint64_t)value, &number.magnitude);
  }
  if (end != NULL && s != digits) *end = (char *)s;
  return number;
}

static long to_signed(const char *s, char **end, int base, enum prefixes prefixes) {
  struct number n = scan(s, end, base, prefixes);
  uint64_t limit = (uint64_t)LONG_MAX + (uint64_t)n.negative;
  if (n.overflow || n.magnitude > limit) {
    *__errno_location() = ERROR_RANGE;
    return n.negative ? LONG_MIN : LONG_MAX;
  }
  return (long)(n.negative ? 0 - n.magnitude : n.magnitude);
}

static unsigned long to_unsigned(const char *s, char **end, int base, enum prefixes prefixes) {
  struct number n = scan(s, end, base, prefixes);
  if (n.overflow) {
    *__errno_location() = ERROR_RANGE;
    return ULONG_MAX;
  }
  return n.negative ? 0 - n.magnitude : n.magnitude;
}

_Static_assert(sizeof(long) == 8 && sizeof(long long) == 8, "one 64-bit conversion serves both");

RUNTIME long strtol(const char *s, char **end, int base) {
  return to_signed(s, end, base, HEX_ONLY);
}
RUNTIME long long strtoll(const char *s, char **end, int base) {
  return to_signed(s, end, base, HEX_ONLY);
}
RUNTIME intmax_t strtoimax(const char *s, char **end, int base) {
  return to_signed(s, end, base, HEX_ONLY);
}
RUNTIME unsigned long strtoul(const char *s, char **end, int base) {
  return to_unsigned(s, end, base, HEX_ONLY);
}
RUNTIME unsigned long long strtoull(const char *s, char **end, int base) {
  return to_unsigned(s, end, base, HEX_ONLY);
}
RUNTIME uintmax_t strtoumax(const char *s, char **end, int base) {
  return to_unsigned(s, end, base, HEX_ONLY);
}

/* The names newer glibc headers give them. */
RUNTIME long __isoc23_strtol(const char *s, char **end, int base) {
  return to_signed(s, end, base, HEX_AND_BINARY);
}
RUNTIME long long __isoc23_strtoll(const char *s, char **end, int base) {
  return to_signed(s, end, base, HEX_AND_BINARY);
}
RUNTIME unsigned long __isoc23_strtoul(const char *s, char **end, int base) {
  return to_unsigned(s, end, base, HEX_AND_BINARY);
}
RUNTIME unsigned long long __isoc23_strtoull(const char *s, char **end, int base) {
  return to_unsigned(s, end, base, HEX_AND_BINARY);
}

RUNTIME int atoi(const char *s) { return (int)to_signed(s, NULL, 10, HEX_ONLY); }
RUNTIME long atol(const char *s) { return to_signed(s, NULL, 10, HEX_ONLY); }
RUNTIME long long atoll(const char *s) { return to_signed(s, NULL, 10, HEX_ONLY); }
