// Lists handed on to the library, with arguments of every kind at odd places, in registers and
// behind them; here to the engine's own formatting.
#include <stdarg.h>
#include <stdio.h>
static void say(const char *format, ...) {
  va_list list, again;
  va_start(list, format);
  va_copy(again, list);
  vprintf(format, list);
  char text[200];
  vsnprintf(text, sizeof text, format, again);
  va_end(again);
  va_end(list);
  printf("%s", text);
}
int main(void) {
  say("%d %g %s %Lg %ld\n", 1, 2.5, "three", 4.5L, 5L);
  say("%d %d %d %d %d %d %d %g %Lg %d %Lg %g\n", 1, 2, 3, 4, 5, 6, 7, .5, 1.5L, 8, 2.5L, 3.5);
  say("%g %g %g %g %g %g %g %g %g %d %g\n", 1., 2., 3., 4., 5., 6., 7., 8., 9., 10, 11.);
  return 0;
}
//~ EXEC
//~ PATHS: 1
//~ FLAGS: --libc small
