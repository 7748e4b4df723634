// Several checks on several lines: each is told.
//~ FLAGS: --sanitize undefined
//~ PATHS: any
#include <klee/klee.h>

int main(void) {
  int a = klee_int("a"), b = klee_int("b");
  switch (klee_range(0, 5, "which")) {
  case 0: return a + b;  //~ ERROR signed-overflow
  case 1: return a - b;  //~ ERROR signed-overflow
  case 2: return a * 3;  //~ ERROR signed-overflow
  case 3: return -a;     //~ ERROR signed-overflow
  default: return a / b; //~ ERROR signed-overflow //~ ERROR division-by-zero
  }
}
