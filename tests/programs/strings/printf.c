// The conversions of printf.
#include <stdio.h>
int main(void) {
  printf("%d|%5d|%-5d|%05d|%+d|% d|%.3d\n", 42, 42, 42, 42, 42, 42, 7);
  printf("%u|%x|%X|%#x|%o|%#o|%c|%%\n", 42u, 255u, 255u, 255u, 8u, 8u, 'x');
  printf("%ld|%lld|%hd|%hhd|%zu\n", 1234567890123l, -5ll, (short)-3, (signed char)-4, sizeof(int));
  printf("%s|%10s|%-10s|%.2s|%*d|%-*d|\n", "text", "right", "left", "cut", 6, 1, 6, 2);
  printf("%f|%.2f|%e|%g|%g|%10.3f|%-10.1f|\n", 3.14159265, 2.0 / 3, 12345.678, 0.0001, 1e20, 2.5, 2.25);
  printf("%g %g %g %f\n", 1.0 / 0.0, -1.0 / 0.0, 100000.0, 0.5);
  printf("%a\n", 1.5);
  return 0;
}
//~ EXEC
//~ PATHS: 1
