// Consecutive cases: one path for each and one for the rest.
#include <klee/klee.h>
int main(void) {
  int x = klee_int("x");
  switch (x) {
    case 0: return 10;
    case 1: return 11;
    case 2: return 12;
    case 3: return 13;
    default: return 0;
  }
}
//~ PATHS: 5
