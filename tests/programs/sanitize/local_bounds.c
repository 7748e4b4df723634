// Checked by the optimiser, which knows the object only.
//~ FLAGS: --sanitize local-bounds -O1
//~ PATHS: any
#include <klee/klee.h>

int main(void) {
  char room[8];
  klee_make_symbolic(room, sizeof room, "room");
  unsigned i = klee_range(0, 9, "i");
  return room[i]; //~ ERROR index-out-of-bounds
}
