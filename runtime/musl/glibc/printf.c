/* What programs call that were compiled with glibc's headers and _FORTIFY_SOURCE. */
#define _GNU_SOURCE
#include <stdarg.h>
#include <stdio.h>

_Noreturn void __chk_fail(void);

int __vprintf_chk(int flag, const char *format, va_list args) { return vprintf(format, args); }

int __vfprintf_chk(FILE *file, int flag, const char *format, va_list args) {
  return vfprintf(file, format, args);
}

int __vdprintf_chk(int descriptor, int flag, const char *format, va_list args) {
  return vdprintf(descriptor, format, args);
}

int __vasprintf_chk(char **result, int flag, const char *format, va_list args) {
  return vasprintf(result, format, args);
}

int __vsnprintf_chk(char *to, size_t n, int flag, size_t room, const char *format, va_list args) {
  if (n > room) __chk_fail();
  return vsnprintf(to, n, format, args);
}

/* Without a length the room is not known: the object itself is the limit then. */
int __vsprintf_chk(char *to, int flag, size_t room, const char *format, va_list args) {
  if (room == (size_t)-1) return vsprintf(to, format, args);
  int length = vsnprintf(to, room, format, args);
  if (length >= 0 && (size_t)length >= room) __chk_fail();
  return length;
}

#define PASS_ON(call)       \
  va_list args;             \
  va_start(args, format);   \
  int length = call;        \
  va_end(args);             \
  return length

int __printf_chk(int flag, const char *format, ...) { PASS_ON(vprintf(format, args)); }

int __fprintf_chk(FILE *file, int flag, const char *format, ...) {
  PASS_ON(vfprintf(file, format, args));
}

int __dprintf_chk(int descriptor, int flag, const char *format, ...) {
  PASS_ON(vdprintf(descriptor, format, args));
}

int __asprintf_chk(char **result, int flag, const char *format, ...) {
  PASS_ON(vasprintf(result, format, args));
}

int __sprintf_chk(char *to, int flag, size_t room, const char *format, ...) {
  PASS_ON(__vsprintf_chk(to, flag, room, format, args));
}

int __snprintf_chk(char *to, size_t n, int flag, size_t room, const char *format, ...) {
  PASS_ON(__vsnprintf_chk(to, n, flag, room, format, args));
}

int __vsnprintf(char *to, size_t n, const char *format, va_list args) {
  return vsnprintf(to, n, format, args);
}

int __snprintf(char *to, size_t n, const char *format, ...) {
  PASS_ON(vsnprintf(to, n, format, args));
}

int __asprintf(char **result, const char *format, ...) { PASS_ON(vasprintf(result, format, args)); }

int strfromd(char *to, size_t n, const char *format, double x) {
  return snprintf(to, n, format, x);
}

int strfromf(char *to, size_t n, const char *format, float x) {
  return snprintf(to, n, format, (double)x);
}
