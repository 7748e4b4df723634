/* Text to numbers, with where it ends and what is out of range. */
//~ FLAGS: --libc musl
//~ EXEC
//~ PATHS: 1
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>

static void whole(const char *text, int base) {
  char *end;
  errno = 0;
  long value = strtol(text, &end, base);
  printf("%ld '%s' %d;", value, end, errno == ERANGE);
  errno = 0;
  unsigned long long u = strtoull(text, &end, base);
  printf(" %llu '%s' %d\n", u, end, errno == ERANGE);
}

static void real(const char *text) {
  char *end;
  errno = 0;
  double value = strtod(text, &end);
  printf("%a '%s' %d;", value, end, errno == ERANGE);
  float f = strtof(text, NULL);
  printf(" %a\n", (double)f);
}

int main(void) {
  whole("  -123abc", 10);
  whole("0x7fz", 0);
  whole("0777", 0);
  whole("zz", 36);
  whole("99999999999999999999", 10);
  whole("-", 10);
  real("3.14159xyz");
  real("1e400");
  real("-0x1.8p3");
  real("inf");
  real("2.4703282292062327208e-324");
  real("179769313486231580793e289");
  printf("%d %ld %g\n", atoi("12x"), atol("-5"), atof("0.5"));
  div_t d = div(-7, 2);
  printf("%d %d\n", d.quot, d.rem);
  return 0;
}
