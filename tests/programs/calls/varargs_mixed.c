// Integers, doubles, pointers and long doubles in one list, more than the registers hold.
#include <stdarg.h>
#include <stdio.h>
static void show(const char *kinds, ...) {
  va_list args;
  va_start(args, kinds);
  for (; *kinds != '\0'; kinds++) switch (*kinds) {
      case 'i': printf("%d ", va_arg(args, int)); break;
      case 'l': printf("%lx ", va_arg(args, long)); break;
      case 'd': printf("%g ", va_arg(args, double)); break;
      case 'L': printf("%g ", (double)va_arg(args, long double)); break;
      case 's': printf("%s ", va_arg(args, const char *)); break;
    }
  va_end(args);
  printf("\n");
}
int main(void) {
  show("idls", 1, 2.5, 0x123456789al, "text");
  show("dddddddddd", 1., 2., 3., 4., 5., 6., 7., 8., 9., 10.);
  show("iLiLdLs", 1, 1.5L, 2, 2.5L, 3.5, 4.5L, "end");
  show("iiiiiiiidldl", 1, 2, 3, 4, 5, 6, 7, 8, 9.5, 10l, 11.5, 12l);
  return 0;
}
//~ EXEC
//~ PATHS: 1
