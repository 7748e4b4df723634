// Loops that -O2 turns into vector code.
#include <stdio.h>
enum { N = 103 };
static int a[N], b[N];
static unsigned char bytes[N];
int main(void) {
  for (int i = 0; i < N; i++) a[i] = i * 7 - 50, b[i] = i ^ 21, bytes[i] = (unsigned char)(i * 5);
  long sum = 0;
  int largest = a[0], count = 0;
  unsigned mix = 0;
  for (int i = 0; i < N; i++) sum += (long)a[i] * b[i];
  for (int i = 0; i < N; i++) largest = a[i] > largest ? a[i] : largest;
  for (int i = 0; i < N; i++) count += bytes[i] > 100;
  for (int i = 0; i < N; i++) mix ^= bytes[i] << (i & 7);
  for (int i = 0; i < N; i++) a[i] = a[i] < 0 ? -a[i] : a[i] / 3;
  for (int i = 0; i < N; i++) sum += a[i];
  printf("%ld %d %d %u\n", sum, largest, count, mix);
  return 0;
}
//~ EXEC
//~ PATHS: 1
//~ FLAGS: -O2
