/* Cutting a string into pieces in place. */
#include "runtime.h"

RUNTIME char *strtok_r(char *s, const char *separators, char **rest) {
  if (s == NULL) s = *rest;
  s += strspn(s, separators);
  if (*s == '\0') {
    *rest = s;
    return NULL;
  }
  char *end = s + strcspn(s, separators);
  if (*end != '\0') *end++ = '\0';
  *rest = end;
  return s;
}

RUNTIME char *__strtok_r(char *s, const char *separators, char **rest) {
  return strtok_r(s, separators, rest);
}

RUNTIME char *strtok(char *s, const char *separators) {
  static char *rest;
  if (s == NULL && rest == NULL) return NULL;
  return strtok_r(s, separators, &rest);
}

RUNTIME char *strsep(char **string, const char *separators) {
  char *s = *string;
  if (s == NULL) return NULL;
  char *end = s + strcspn(s, separators);
  if (*end != '\0') {
    *end = '\0';
    *string = end + 1;
  } else {
    *string = NULL;
  }
  return s;
}
