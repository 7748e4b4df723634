// Arrays of variable length that have one.
//~ FLAGS: --sanitize undefined
//~ PATHS: any
#include <klee/klee.h>

int main(void) {
  int n = klee_range(1, 4, "n");
  int room[n];
  room[n - 1] = 3;
  return room[n - 1] - 3;
}
