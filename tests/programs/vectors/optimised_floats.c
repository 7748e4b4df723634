// Float code at -O2 (no reassociation, so the same results).
#include <stdio.h>
enum { N = 64 };
int main(void) {
  float x[N], y[N];
  for (int i = 0; i < N; i++) x[i] = (float)i * 0.25f, y[i] = 1.0f / (float)(i + 1);
  for (int i = 0; i < N; i++) y[i] = x[i] * y[i] + 2.0f;
  double sum = 0;
  for (int i = 0; i < N; i++) sum += y[i];
  printf("%.9f %.6f\n", sum, y[N - 1]);
  return 0;
}
//~ EXEC
//~ PATHS: 1
//~ FLAGS: -O2 -ffp-contract=off
