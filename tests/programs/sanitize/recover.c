// Handlers that would return: the path ends all the same, others go on.
//~ FLAGS: -fsanitize=undefined -fsanitize-recover=undefined
//~ PATHS: any
#include <klee/klee.h>

int main(void) {
  int n = klee_int("n");
  int next = n + 1;     //~ ERROR signed-overflow
  int twice = next * 2; //~ ERROR signed-overflow
  return twice == 8;
}
