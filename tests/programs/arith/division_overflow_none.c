// Divisions by -1 that are fine: promoted operands, other dividends, and numbers too wide for the
// processor's own division, whose library function gives the dividend back.
#include <limits.h>
#include <stdio.h>
int main(void) {
  volatile signed char c = SCHAR_MIN;
  volatile short s = SHRT_MIN;
  volatile int i = -INT_MAX, one = -1;
  volatile long l = -LONG_MAX, less = INT_MIN;
  volatile __int128 w = (__int128)1 << 127;
  printf("%d %d %d %d\n", c / one, c % one, s / one, s % one);
  printf("%d %d %ld %ld\n", i / one, i % one, l / one, l % one);
  printf("%ld %ld\n", less / one, less % one);
  w = w / one;
  printf("%lx\n", (long)(w >> 64));
  return 0;
}
//~ EXEC
//~ PATHS: 1
