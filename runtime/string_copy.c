/* Copies and concatenations. */
#include "runtime.h"

/* Objects that overlap: undefined for all of these functions but the ones that measure first. */
static void keep_string_apart(const char *to, const char *from, size_t limit) {
  size_t length = strnlen(from, limit);
  __pleach_keep_apart(to, from, length < limit ? length + 1 : length);
}

/* What is appended begins at the end, and ends with a NUL of its own. */
static void keep_end_apart(const char *end, const char *from, size_t limit) {
  __pleach_keep_apart(end, from, strnlen(from, limit) + 1);
}

RUNTIME char *stpcpy(char *to, const char *from) {
  if (may_overlap(to, from)) keep_string_apart(to, from, SIZE_MAX);
  while ((*to = *from) != '\0') to++, from++;
  return to;
}

RUNTIME char *strcpy(char *to, const char *from) {
  if (may_overlap(to, from)) keep_string_apart(to, from, SIZE_MAX);
  char *start = to;
  while ((*to = *from) != '\0') to++, from++;
  return start;
}

/* Fills the rest of the n bytes with NULs, as the standard asks. */
RUNTIME char *stpncpy(char *to, const char *from, size_t n) {
  if (may_overlap(to, from)) keep_string_apart(to, from, n);
  size_t used = 0;
  while (used < n && from[used] != '\0') to[used] = from[used], used++;
  for (size_t i = used; i < n; i++) to[i] = '\0';
  return to + used;
}

RUNTIME char *strncpy(char *to, const char *from, size_t n) {
  if (may_overlap(to, from)) keep_string_apart(to, from, n);
  size_t used = 0;
  while (used < n && from[used] != '\0') to[used] = from[used], used++;
  for (; used < n; used++) to[used] = '\0';
  return to;
}

RUNTIME char *strcat(char *to, const char *from) {
  char *end = to + strlen(to);
  if (may_overlap(to, from)) keep_end_apart(end, from, SIZE_MAX);
  while ((*end = *from) != '\0') end++, from++;
  return to;
}

RUNTIME char *strncat(char *to, const char *from, size_t n) {
  char *end = to + strlen(to);
  if (may_overlap(to, from)) keep_end_apart(end, from, n);
  for (; n > 0 && *from != '\0'; n--) *end++ = *from++;
  *end = '\0';
  return to;
}

/* Always terminates when there is room for it; returns the length it tried to make. */
RUNTIME size_t strlcpy(char *to, const char *from, size_t room) {
  size_t n = 0;
  for (; from[n] != '\0'; n++)
    if (n + 1 < room) to[n] = from[n];
  if (room > 0) to[n < room ? n : room - 1] = '\0';
  return n;
}

RUNTIME size_t strlcat(char *to, const char *from, size_t room) {
  size_t used = strnlen(to, room), n = 0;
  for (; from[n] != '\0'; n++)
    if (used + n + 1 < room) to[used + n] = from[n];
  if (used < room) to[used + n < room ? used + n : room - 1] = '\0';
  return used + n;
}

static char *copy_of(const char *s, size_t length) {
  char *copy = malloc(length + 1);
  if (copy == NULL) return NULL;
  for (size_t i = 0; i < length; i++) copy[i] = s[i];
  copy[length] = '\0';
  return copy;
}

RUNTIME char *strdup(const char *s) { return copy_of(s, strlen(s)); }

RUNTIME char *__strdup(const char *s) { return copy_of(s, strlen(s)); }

RUNTIME char *strndup(const char *s, size_t limit) { return copy_of(s, strnlen(s, limit)); }

RUNTIME char *__strndup(const char *s, size_t limit) { return copy_of(s, strnlen(s, limit)); }
