// Vector arithmetic, comparison, shuffles and element access.
#include <stdio.h>
typedef int v4 __attribute__((vector_size(16)));
typedef unsigned char v16 __attribute__((vector_size(16)));
static void show(v4 v) { printf("%d %d %d %d\n", v[0], v[1], v[2], v[3]); }
int main(void) {
  v4 a = {1, -2, 3, -4}, b = {10, 20, 30, 40};
  show(a + b), show(a * b), show(b / a), show(b % a), show(a << 2), show(a >> 1), show(a & b), show(~a), show(-a);
  show(a < b), show(a == (v4){1, 2, 3, 4}), show(((a < 0) & b) | (~(a < 0) & a));
  show(__builtin_shufflevector(a, b, 7, 0, 5, 2));
  v16 bytes = (v16)a;
  printf("%u %u %u\n", bytes[0], bytes[4], bytes[15]);
  a[2] = 99;
  show(a);
  return 0;
}
//~ EXEC
//~ PATHS: 1
