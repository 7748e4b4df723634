/* Wide characters: checked copies and output, and glibc's names for what C23 changed. The room
 * is counted in wide characters. */
#define _GNU_SOURCE
#include <inttypes.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <wchar.h>

_Noreturn void __chk_fail(void);

static void need(size_t wanted, size_t room) {
  if (wanted > room) __chk_fail();
}

wchar_t *__wcscpy_chk(wchar_t *to, const wchar_t *from, size_t room) {
  need(wcslen(from) + 1, room);
  return wcscpy(to, from);
}
wchar_t *__wcpcpy_chk(wchar_t *to, const wchar_t *from, size_t room) {
  need(wcslen(from) + 1, room);
  return wcpcpy(to, from);
}
wchar_t *__wcsncpy_chk(wchar_t *to, const wchar_t *from, size_t n, size_t room) {
  need(n, room);
  return wcsncpy(to, from, n);
}
wchar_t *__wcpncpy_chk(wchar_t *to, const wchar_t *from, size_t n, size_t room) {
  need(n, room);
  return wcpncpy(to, from, n);
}
wchar_t *__wcscat_chk(wchar_t *to, const wchar_t *from, size_t room) {
  need(wcslen(to) + wcslen(from) + 1, room);
  return wcscat(to, from);
}
wchar_t *__wcsncat_chk(wchar_t *to, const wchar_t *from, size_t n, size_t room) {
  need(wcslen(to) + wcsnlen(from, n) + 1, room);
  return wcsncat(to, from, n);
}
wchar_t *__wmemcpy_chk(wchar_t *to, const wchar_t *from, size_t n, size_t room) {
  need(n, room);
  return wmemcpy(to, from, n);
}
wchar_t *__wmemmove_chk(wchar_t *to, const wchar_t *from, size_t n, size_t room) {
  need(n, room);
  return wmemmove(to, from, n);
}
wchar_t *__wmempcpy_chk(wchar_t *to, const wchar_t *from, size_t n, size_t room) {
  need(n, room);
  return wmemcpy(to, from, n) + n;
}
wchar_t *wmempcpy(wchar_t *to, const wchar_t *from, size_t n) { return wmemcpy(to, from, n) + n; }
wchar_t *__wmemset_chk(wchar_t *to, wchar_t c, size_t n, size_t room) {
  need(n, room);
  return wmemset(to, c, n);
}

/* ---- Between wide characters and bytes --------------------------------------------------- */

size_t __mbstowcs_chk(wchar_t *to, const char *from, size_t n, size_t room) {
  need(n, room);
  return mbstowcs(to, from, n);
}
size_t __wcstombs_chk(char *to, const wchar_t *from, size_t n, size_t room) {
  need(n, room);
  return wcstombs(to, from, n);
}
size_t __mbsrtowcs_chk(wchar_t *to, const char **from, size_t n, mbstate_t *state, size_t room) {
  need(n, room);
  return mbsrtowcs(to, from, n, state);
}
size_t __wcsrtombs_chk(char *to, const wchar_t **from, size_t n, mbstate_t *state, size_t room) {
  need(n, room);
  return wcsrtombs(to, from, n, state);
}
size_t __mbsnrtowcs_chk(wchar_t *to, const char **from, size_t bytes, size_t n, mbstate_t *state,
                        size_t room) {
  need(n, room);
  return mbsnrtowcs(to, from, bytes, n, state);
}
size_t __wcsnrtombs_chk(char *to, const wchar_t **from, size_t wide, size_t n, mbstate_t *state,
                        size_t room) {
  need(n, room);
  return wcsnrtombs(to, from, wide, n, state);
}
size_t __wcrtomb_chk(char *to, wchar_t c, mbstate_t *state, size_t room) {
  need(MB_CUR_MAX, room);
  return wcrtomb(to, c, state);
}
int __wctomb_chk(char *to, wchar_t c, size_t room) {
  need(MB_CUR_MAX, room);
  return wctomb(to, c);
}
size_t __mbrlen(const char *s, size_t n, mbstate_t *state) { return mbrlen(s, n, state); }

/* ---- Streams --------------------------------------------------------------------------------- */

wchar_t *__fgetws_chk(wchar_t *to, size_t room, int n, FILE *file) {
  if (n > 0) need((size_t)n, room);
  return fgetws(to, n, file);
}
wchar_t *__fgetws_unlocked_chk(wchar_t *to, size_t room, int n, FILE *file) {
  return __fgetws_chk(to, room, n, file);
}
int __vwprintf_chk(int flag, const wchar_t *format, va_list args) { return vwprintf(format, args); }
int __vfwprintf_chk(FILE *file, int flag, const wchar_t *format, va_list args) {
  return vfwprintf(file, format, args);
}
int __vswprintf_chk(wchar_t *to, size_t n, int flag, size_t room, const wchar_t *format,
                    va_list args) {
  need(n, room);
  return vswprintf(to, n, format, args);
}
int __isoc23_vwscanf(const wchar_t *format, va_list args) { return vwscanf(format, args); }
int __isoc23_vfwscanf(FILE *file, const wchar_t *format, va_list args) {
  return vfwscanf(file, format, args);
}
int __isoc23_vswscanf(const wchar_t *s, const wchar_t *format, va_list args) {
  return vswscanf(s, format, args);
}

#define PASS_ON(call)     \
  va_list args;           \
  va_start(args, format); \
  int count = call;       \
  va_end(args);           \
  return count

int __wprintf_chk(int flag, const wchar_t *format, ...) { PASS_ON(vwprintf(format, args)); }
int __fwprintf_chk(FILE *file, int flag, const wchar_t *format, ...) {
  PASS_ON(vfwprintf(file, format, args));
}
int __swprintf_chk(wchar_t *to, size_t n, int flag, size_t room, const wchar_t *format, ...) {
  PASS_ON(__vswprintf_chk(to, n, flag, room, format, args));
}
int __isoc23_wscanf(const wchar_t *format, ...) { PASS_ON(vwscanf(format, args)); }
int __isoc23_fwscanf(FILE *file, const wchar_t *format, ...) {
  PASS_ON(vfwscanf(file, format, args));
}
int __isoc23_swscanf(const wchar_t *s, const wchar_t *format, ...) {
  PASS_ON(vswscanf(s, format, args));
}

/* ---- Numbers ----------------------------------------------------------------------------- */

#define NUMBER(type, name) \
  type __isoc23_##name(const wchar_t *s, wchar_t **end, int base) { return name(s, end, base); }

NUMBER(long, wcstol)
NUMBER(unsigned long, wcstoul)
NUMBER(long long, wcstoll)
NUMBER(unsigned long long, wcstoull)
NUMBER(intmax_t, wcstoimax)
NUMBER(uintmax_t, wcstoumax)
