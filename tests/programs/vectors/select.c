// A choice for each element.
#include <stdio.h>
typedef int v4 __attribute__((ext_vector_type(4)));
int main(void) {
  v4 a = {1, -2, 3, -4}, b = {10, 20, 30, 40};
  v4 c = a < 0 ? b : a, d = !(a > 2);
  printf("%d %d %d %d %d %d\n", c.x, c.y, c.z, c.w, d.x, d.z);
  v4 e = c.wzyx;
  e.xy = b.zw;
  printf("%d %d %d %d\n", e.x, e.y, e.z, e.w);
  return 0;
}
//~ EXEC
//~ PATHS: 1
