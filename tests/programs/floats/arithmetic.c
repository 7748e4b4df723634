// float and double: the four operations, rounding, special values.
#include <stdio.h>
int main(void) {
  static const double values[] = {0.0, -0.0, 1.0, -1.5, 0.1, 3.0, 1e308, 1e-320, 123456789.125};
  for (int i = 0; i < 9; i++)
    for (int k = 0; k < 9; k++) {
      double a = values[i], b = values[k];
      float f = (float)a, g = (float)b;
      printf("%a %a %a %a\n", a + b, a - b, a * b, b == 0 ? 0 : a / b);
      printf("%a %a %a %a\n", f + g, f - g, f * g, g == 0 ? 0 : f / g);
      printf("%d%d%d%d\n", a < b, a <= b, a == b, f > g);
    }
  return 0;
}
//~ EXEC
//~ PATHS: 1
