// Too little room for the type: the optimiser knows the object.
//~ FLAGS: --sanitize object-size -O1
//~ PATHS: any
#include <klee/klee.h>

struct large {
  long a, b, c;
};
static char room[16] __attribute__((aligned(8)));

int main(void) {
  struct large *p = (struct large *)room;
  if (klee_int("n") == 3)
    p->a = 1; //~ ERROR out-of-bounds-read
  return 0;
}
