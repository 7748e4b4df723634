// More arguments than registers, of mixed sizes.
#include <stdio.h>
static double f(char a, short b, int c, long d, float e, double g, char h, short i, int j, long k, float l, double m, char n) {
  return a + 2 * b + 3 * c + 4 * (double)d + 5 * e + 6 * g + 7 * h + 8 * i + 9 * j + 10 * (double)k + 11 * l + 12 * m + 13 * n;
}
int main(void) {
  printf("%.3f\n", f(1, -2, 3, -4, 5.5f, -6.25, 7, -8, 9, -10, 11.125f, -12.5, 13));
  return 0;
}
//~ EXEC
//~ PATHS: 1
