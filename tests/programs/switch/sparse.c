// Cases far apart, negative ones too.
#include <klee/klee.h>
int main(void) {
  int x = klee_int("x");
  switch (x) {
    case -2147483647 - 1: return 1;
    case -7: return 2;
    case 0: return 3;
    case 1000000: return 4;
    case 2147483647: return 5;
  }
  return 0;
}
//~ PATHS: 6
