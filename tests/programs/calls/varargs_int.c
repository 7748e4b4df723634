// A sum of as many ints as the first argument says.
#include <stdarg.h>
#include <stdio.h>
static long sum(int count, ...) {
  va_list args;
  long total = 0;
  va_start(args, count);
  for (int i = 0; i < count; i++) total += va_arg(args, int);
  va_end(args);
  return total;
}
int main(void) {
  printf("%ld %ld %ld\n", sum(0), sum(3, 1, 2, 3), sum(10, 1, -2, 3, -4, 5, -6, 7, -8, 9, -10));
  return 0;
}
//~ EXEC
//~ PATHS: 1
