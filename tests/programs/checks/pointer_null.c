// No array begins at null.
//~ FLAGS: --check pointer
#include <pleach.h>
int main(void) {
  char *p = 0;
  int n = pleach_range(0, 3, "n");
  char *q = p + n; //~ ERROR pointer-overflow
  return q == p;
}
//~ PATHS: any
