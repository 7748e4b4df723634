// The size of an array is less than zero.
#include <pleach.h>
int main(void) {
  int n = pleach_range(-2, 3, "n");
  char array[n + 1]; //~ ERROR negative-array-size
  for (int i = 0; i <= n; i++) array[i] = i;
  long m = n;
  int other[m + 2];
  other[n + 1] = n;
  return other[n + 1];
}
//~ PATHS: any
