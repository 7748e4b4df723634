/* What the runtime's files share. */
#ifndef PLEACH_RUNTIME_H
#define PLEACH_RUNTIME_H

#include <limits.h>
#include <stddef.h>
#include <stdint.h>

/* A program that defines one of these functions itself gets its own. */
#define RUNTIME __attribute__((weak))

enum { ERROR_INVALID = 22, ERROR_RANGE = 34 }; /* EINVAL, ERANGE */

int *__errno_location(void);
void *malloc(size_t size);
void free(void *object);

/* The engine's own. */
int __pleach_may_overlap(const void *a, const void *b);
void __pleach_keep_apart(const void *to, const void *from, size_t n);

/* Whether two strings may be in one object. What is far apart costs no call. */
static inline int may_overlap(const void *a, const void *b) {
  const uintptr_t reach = (uintptr_t)1 << 24;
  return (uintptr_t)a - (uintptr_t)b + reach < 2 * reach && __pleach_may_overlap(a, b);
}

size_t strlen(const char *s);
size_t strnlen(const char *s, size_t limit);
size_t strspn(const char *s, const char *accept);
size_t strcspn(const char *s, const char *reject);
int strcmp(const char *a, const char *b);
int memcmp(const void *a, const void *b, size_t n);
int toupper(int c);
int tolower(int c);

#endif
