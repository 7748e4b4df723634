// Vectors of floats and doubles, and conversions between vectors.
#include <stdio.h>
typedef float f4 __attribute__((vector_size(16)));
typedef double d2 __attribute__((vector_size(16)));
typedef int i4 __attribute__((vector_size(16)));
int main(void) {
  f4 a = {1.5f, -2.5f, 3.25f, 0.0f}, b = {2, 4, 8, 16};
  f4 c = a * b + 1.0f;
  i4 n = __builtin_convertvector(c, i4);
  d2 d = {1e10, -0.5};
  d = d * d;
  printf("%g %g %g %g\n", c[0], c[1], c[2], c[3]);
  printf("%d %d %d %d %g %g\n", n[0], n[1], n[2], n[3], d[0], d[1]);
  return 0;
}
//~ EXEC
//~ PATHS: 1
