/* Byte blocks. memcpy, memmove and memset are the engine's own. */
#include "runtime.h"

RUNTIME int memcmp(const void *left, const void *right, size_t n) {
  const unsigned char *a = left, *b = right;
  for (size_t i = 0; i < n; i++)
    if (a[i] != b[i]) return a[i] - b[i];
  return 0;
}

/* What compilers make of memcmp when only equality matters. */
RUNTIME int bcmp(const void *left, const void *right, size_t n) {
  const unsigned char *a = left, *b = right;
  unsigned char difference = 0;
  for (size_t i = 0; i < n; i++) difference |= a[i] ^ b[i];
  return difference;
}

RUNTIME void bzero(void *object, size_t n) {
  unsigned char *bytes = object;
  for (size_t i = 0; i < n; i++) bytes[i] = 0;
}

RUNTIME void *memchr(const void *object, int c, size_t n) {
  const unsigned char *bytes = object;
  for (size_t i = 0; i < n; i++)
    if (bytes[i] == (unsigned char)c) return (void *)(bytes + i);
  return NULL;
}

RUNTIME void *memrchr(const void *object, int c, size_t n) {
  const unsigned char *bytes = object;
  while (n > 0)
    if (bytes[--n] == (unsigned char)c) return (void *)(bytes + n);
  return NULL;
}

RUNTIME void *memmem(const void *object, size_t n, const void *wanted, size_t length) {
  const unsigned char *bytes = object;
  for (size_t i = 0; length <= n && i <= n - length; i++)
    if (memcmp(bytes + i, wanted, length) == 0) return (void *)(bytes + i);
  return NULL;
}

RUNTIME void *mempcpy(void *to, const void *from, size_t n) {
  unsigned char *target = to;
  const unsigned char *source = from;
  for (size_t i = 0; i < n; i++) target[i] = source[i];
  return target + n;
}

RUNTIME void *memccpy(void *to, const void *from, int c, size_t n) {
  unsigned char *target = to;
  const unsigned char *source = from;
  for (size_t i = 0; i < n; i++) {
    target[i] = source[i];
    if (source[i] == (unsigned char)c) return target + i + 1;
  }
  return NULL;
}
