/* Checked copies: the compiler knew how much room there is. */
#define _GNU_SOURCE
#include <string.h>

_Noreturn void __chk_fail(void);

char *__strcpy_chk(char *to, const char *from, size_t room) {
  if (strlen(from) >= room) __chk_fail();
  return strcpy(to, from);
}
char *__stpcpy_chk(char *to, const char *from, size_t room) {
  if (strlen(from) >= room) __chk_fail();
  return stpcpy(to, from);
}
char *__strncpy_chk(char *to, const char *from, size_t n, size_t room) {
  if (n > room) __chk_fail();
  return strncpy(to, from, n);
}
char *__stpncpy_chk(char *to, const char *from, size_t n, size_t room) {
  if (n > room) __chk_fail();
  return stpncpy(to, from, n);
}
char *__strcat_chk(char *to, const char *from, size_t room) {
  if (strlen(to) + strlen(from) >= room) __chk_fail();
  return strcat(to, from);
}
char *__strncat_chk(char *to, const char *from, size_t n, size_t room) {
  if (strlen(to) + strnlen(from, n) >= room) __chk_fail();
  return strncat(to, from, n);
}
void __explicit_bzero_chk(void *object, size_t n, size_t room) {
  if (n > room) __chk_fail();
  memset(object, 0, n);
}
char *__strdup(const char *s) { return strdup(s); }
char *__strtok_r(char *s, const char *separators, char **rest) {
  return strtok_r(s, separators, rest);
}
void *__rawmemchr(const void *bytes, int c) {
  const unsigned char *at = bytes;
  while (*at != (unsigned char)c) at++;
  return (void *)at;
}
void *rawmemchr(const void *bytes, int c) { return __rawmemchr(bytes, c); }
size_t __strlcpy_chk(char *to, const char *from, size_t n, size_t room) {
  if (n > room) __chk_fail();
  return strlcpy(to, from, n);
}
size_t __strlcat_chk(char *to, const char *from, size_t n, size_t room) {
  if (n > room) __chk_fail();
  return strlcat(to, from, n);
}
int __strcasecmp(const char *a, const char *b) { return strcasecmp(a, b); }
int __strncasecmp(const char *a, const char *b, size_t n) { return strncasecmp(a, b, n); }
