// A float that the integer cannot hold.
//~ FLAGS: --sanitize float-cast-overflow
//~ PATHS: any
#include <klee/klee.h>

int main(void) {
  int n = klee_range(0, 3, "n");
  double d = n == 2 ? 3e9 : n;
  return (int)d; //~ ERROR float-conversion
}
