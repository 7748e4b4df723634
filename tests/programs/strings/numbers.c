// Text to numbers.
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
int main(void) {
  char *end;
  printf("%d %d %ld\n", atoi("42"), atoi("  -17abc"), atol("9999999999"));
  printf("%ld", strtol("0x1fz", &end, 0));
  printf(" %s %ld %lu\n", end, strtol("-0777", NULL, 8), strtoul("zz", NULL, 36));
  errno = 0;
  printf("%ld %d\n", strtol("99999999999999999999", NULL, 10), errno == ERANGE);
  return 0;
}
//~ EXEC
//~ PATHS: 1
