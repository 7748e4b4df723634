// Arithmetic with null, and around the end of the address space.
//~ FLAGS: --sanitize undefined
//~ PATHS: any
#include <klee/klee.h>
#include <stdint.h>

static char room[8];

int main(void) {
  unsigned n = klee_range(0, 3, "n");
  char *p = n == 0 ? 0 : room;
  if (n == 0)
    return p + 8 == room; //~ ERROR pointer-overflow
  uint64_t far = n == 1 ? 4 : SIZE_MAX - 8;
  return p + far < room; //~ ERROR pointer-overflow
}
