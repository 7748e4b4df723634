// A place that is promised not to be reached.
//~ FLAGS: --sanitize undefined
//~ PATHS: any
//~ INPUT n = 3
#include <klee/klee.h>

int main(void) {
  switch (klee_range(0, 4, "n")) {
  case 0: return 1;
  case 1: return 2;
  case 2: return 4;
  }
  __builtin_unreachable(); //~ ERROR unreachable
}
