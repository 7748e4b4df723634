/* Bytes and wide characters, encodings, locales. */
//~ FLAGS: --libc musl
//~ EXEC
//~ PATHS: 1
#include <iconv.h>
#include <locale.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <wchar.h>
#include <wctype.h>

int main(void) {
  printf("%s\n", setlocale(LC_ALL, "C"));
  printf("%d\n", setlocale(LC_ALL, "C.UTF-8") != NULL);
  printf("%s\n", localeconv()->decimal_point);
  wchar_t wide[20];
  size_t n = mbstowcs(wide, "gr\xc3\xbc\xc3\x9f \xe2\x82\xac", 20);
  printf("%zu %zu\n", n, wcslen(wide));
  for (size_t i = 0; i < n; i++) printf("%x %d;", (unsigned)wide[i], iswalpha(wide[i]) != 0);
  printf("\n");
  char back[20];
  n = wcstombs(back, wide, sizeof back);
  printf("%zu %d\n", n, strcmp(back, "gr\xc3\xbc\xc3\x9f \xe2\x82\xac"));
  printf("%d\n", wcscmp(L"abc", L"abd") < 0);
  wchar_t text[40];
  swprintf(text, 40, L"%ls %d", L"wide", 7);
  printf("%ls %zu\n", text, wcslen(text));
  printf("%ld\n", wcstol(L"-77x", NULL, 10));

  iconv_t conversion = iconv_open("UTF-16LE", "UTF-8");
  char in[] = "a\xc3\xbc\xf0\x9f\x98\x80", out[20];
  char *from = in, *to = out;
  size_t left = strlen(in), room = sizeof out;
  printf("%zu\n", iconv(conversion, &from, &left, &to, &room));
  for (char *p = out; p < to; p++) printf("%02x ", (unsigned char)*p);
  printf("\n");
  iconv_close(conversion);
  return 0;
}
