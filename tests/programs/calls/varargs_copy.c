// va_copy, and a va_list passed on to another function.
#include <stdarg.h>
#include <stdio.h>
static int total(int count, va_list args) {
  int sum = 0;
  while (count-- > 0) sum += va_arg(args, int);
  return sum;
}
static int twice(int count, ...) {
  va_list a, b;
  va_start(a, count);
  va_copy(b, a);
  int first = va_arg(a, int), sum = total(count, b);
  va_end(a);
  va_end(b);
  return first * 1000 + sum;
}
int main(void) {
  printf("%d\n", twice(4, 7, 20, 30, 40));
  return 0;
}
//~ EXEC
//~ PATHS: 1
