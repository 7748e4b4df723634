// Square roots by Newton's method, with known numbers.
#include <stdio.h>
int main(void) {
  for (int n = 1; n <= 10; n++) {
    double x = n;
    for (int i = 0; i < 20; i++) x = (x + n / x) / 2;
    printf("%.12f\n", x);
  }
  return 0;
}
//~ EXEC
//~ PATHS: 1
