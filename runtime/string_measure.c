/* Lengths, spans and searches in strings. */
#include "runtime.h"

RUNTIME size_t strlen(const char *s) {
  size_t n = 0;
  while (s[n] != '\0') n++;
  return n;
}

RUNTIME size_t strnlen(const char *s, size_t limit) {
  size_t n = 0;
  while (n < limit && s[n] != '\0') n++;
  return n;
}

RUNTIME char *strchr(const char *s, int c) {
  for (;; s++) {
    if (*s == (char)c) return (char *)s;
    if (*s == '\0') return NULL;
  }
}

RUNTIME char *strchrnul(const char *s, int c) {
  while (*s != (char)c && *s != '\0') s++;
  return (char *)s;
}

RUNTIME char *strrchr(const char *s, int c) {
  const char *last = NULL;
  for (;; s++) {
    if (*s == (char)c) last = s;
    if (*s == '\0') return (char *)last;
  }
}

RUNTIME char *index(const char *s, int c) {
  for (;; s++) {
    if (*s == (char)c) return (char *)s;
    if (*s == '\0') return NULL;
  }
}

RUNTIME char *rindex(const char *s, int c) {
  const char *last = NULL;
  for (;; s++) {
    if (*s == (char)c) last = s;
    if (*s == '\0') return (char *)last;
  }
}

/* Whether the non-NUL c occurs in set. */
static int in_set(char c, const char *set) {
  for (; *set != '\0'; set++)
    if (*set == c) return 1;
  return 0;
}

RUNTIME size_t strspn(const char *s, const char *accept) {
  size_t n = 0;
  while (s[n] != '\0' && in_set(s[n], accept)) n++;
  return n;
}

RUNTIME size_t strcspn(const char *s, const char *reject) {
  size_t n = 0;
  while (s[n] != '\0' && !in_set(s[n], reject)) n++;
  return n;
}

RUNTIME char *strpbrk(const char *s, const char *accept) {
  for (; *s != '\0'; s++)
    if (in_set(*s, accept)) return (char *)s;
  return NULL;
}

/* Whether s begins with prefix; reads s only up to the first difference. */
static int begins_with(const char *s, const char *prefix) {
  for (; *prefix != '\0'; s++, prefix++)
    if (*s != *prefix) return 0;
  return 1;
}

RUNTIME char *strstr(const char *s, const char *wanted) {
  for (;; s++) {
    if (begins_with(s, wanted)) return (char *)s;
    if (*s == '\0') return NULL;
  }
}

static int begins_with_any_case(const char *s, const char *prefix) {
  for (; *prefix != '\0'; s++, prefix++)
    if (tolower((unsigned char)*s) != tolower((unsigned char)*prefix)) return 0;
  return 1;
}

RUNTIME char *strcasestr(const char *s, const char *wanted) {
  for (;; s++) {
    if (begins_with_any_case(s, wanted)) return (char *)s;
    if (*s == '\0') return NULL;
  }
}
