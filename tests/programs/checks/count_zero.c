// Zero has no first bit.
#include <pleach.h>
int main(void) {
  unsigned n = pleach_int("n");
  unsigned long m = n & 3;
  int sum = __builtin_ctz(n); //~ ERROR invalid-builtin
  sum += __builtin_clzl(m); //~ ERROR invalid-builtin
  return sum;
}
//~ PATHS: any
