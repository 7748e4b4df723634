// The check's record names its line where the compiler recorded none.
//~ FLAGS: --sanitize undefined -g0
//~ PATHS: any
//~ ERRORS: 2
#include <klee/klee.h>

int main(void) {
  int n = klee_int("n");
  int next = n + 1;     //~ ERROR signed-overflow
  int twice = next * 2; //~ ERROR signed-overflow
  return twice == 8;
}
