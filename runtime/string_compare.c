/* Comparisons: the sign follows the first differing byte, taken unsigned. */
#include "runtime.h"

RUNTIME int strcmp(const char *a, const char *b) {
  for (;; a++, b++) {
    if (*a != *b) return (unsigned char)*a - (unsigned char)*b;
    if (*a == '\0') return 0;
  }
}

RUNTIME int strcoll(const char *a, const char *b) { return strcmp(a, b); }

RUNTIME int strncmp(const char *a, const char *b, size_t limit) {
  for (; limit > 0; a++, b++, limit--) {
    if (*a != *b) return (unsigned char)*a - (unsigned char)*b;
    if (*a == '\0') return 0;
  }
  return 0;
}

RUNTIME int strcasecmp(const char *a, const char *b) {
  for (;; a++, b++) {
    int x = tolower((unsigned char)*a), y = tolower((unsigned char)*b);
    if (x != y) return x - y;
    if (x == '\0') return 0;
  }
}

RUNTIME int strncasecmp(const char *a, const char *b, size_t limit) {
  for (; limit > 0; a++, b++, limit--) {
    int x = tolower((unsigned char)*a), y = tolower((unsigned char)*b);
    if (x != y) return x - y;
    if (x == '\0') return 0;
  }
  return 0;
}
