/* Freestanding code: nothing but what compilers need. */
//~ FLAGS: --libc none
//~ PATHS: 2
#include "klee/klee.h"

struct pair {
  int values[40];
};

int main(void) {
  struct pair a = {{1, 2, 3}}, b = a;
  int i = klee_range(0, 40, "i");
  if (b.values[i] == 2) return 1;
  return 0;
}
