// 128-bit integers: products, quotients, shifts, comparisons.
#include <stdint.h>
#include <stdio.h>
typedef unsigned __int128 u128;
typedef __int128 i128;
static void show(u128 x) { printf("%016llx%016llx\n", (unsigned long long)(x >> 64), (unsigned long long)x); }
int main(void) {
  u128 a = ((u128)0x0123456789abcdefu << 64) | 0xfedcba9876543210u, b = 0xdeadbeefcafebabeu;
  i128 c = -(i128)a;
  show(a * b), show(a / b), show(a % b), show(a + b), show(a - (b << 40));
  show((u128)(c / 1000003)), show((u128)(c % 1000003)), show((u128)(c >> 77)), show(a << 99), show(a >> 65);
  printf("%d %d %d\n", c < 0, a > b, (i128)b > c);
  return 0;
}
//~ EXEC
//~ PATHS: 1
