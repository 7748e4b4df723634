/* glibc's headers rename these with the version of C that they are for. */
#include <stdarg.h>
#include <stdio.h>

int __isoc23_vfscanf(FILE *file, const char *format, va_list args) {
  return vfscanf(file, format, args);
}
int __isoc23_vsscanf(const char *s, const char *format, va_list args) {
  return vsscanf(s, format, args);
}
int __isoc23_vscanf(const char *format, va_list args) { return vscanf(format, args); }

#define PASS_ON(call)     \
  va_list args;           \
  va_start(args, format); \
  int count = call;       \
  va_end(args);           \
  return count

int __isoc23_fscanf(FILE *file, const char *format, ...) { PASS_ON(vfscanf(file, format, args)); }
int __isoc23_sscanf(const char *s, const char *format, ...) { PASS_ON(vsscanf(s, format, args)); }
int __isoc23_scanf(const char *format, ...) { PASS_ON(vscanf(format, args)); }
