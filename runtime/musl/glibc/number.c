/* glibc's names for these since C23; the prefix 0b that C23 adds is not read. */
#include <inttypes.h>
#include <stdlib.h>

long __isoc23_strtol(const char *s, char **end, int base) { return strtol(s, end, base); }
long long __isoc23_strtoll(const char *s, char **end, int base) { return strtoll(s, end, base); }
unsigned long __isoc23_strtoul(const char *s, char **end, int base) {
  return strtoul(s, end, base);
}
unsigned long long __isoc23_strtoull(const char *s, char **end, int base) {
  return strtoull(s, end, base);
}
intmax_t __isoc23_strtoimax(const char *s, char **end, int base) { return strtoimax(s, end, base); }
uintmax_t __isoc23_strtoumax(const char *s, char **end, int base) {
  return strtoumax(s, end, base);
}

/* There is one locale. */
long __isoc23_strtol_l(const char *s, char **end, int base, void *l) { return strtol(s, end, base); }
long long __isoc23_strtoll_l(const char *s, char **end, int base, void *l) {
  return strtoll(s, end, base);
}
unsigned long __isoc23_strtoul_l(const char *s, char **end, int base, void *l) {
  return strtoul(s, end, base);
}
unsigned long long __isoc23_strtoull_l(const char *s, char **end, int base, void *l) {
  return strtoull(s, end, base);
}
