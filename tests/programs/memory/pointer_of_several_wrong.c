// One of the chosen objects is too small.
#include <klee/klee.h>
static char small[2];
static char large[8];
int main(void) {
  char *choices[2] = {large, small};
  unsigned i;
  klee_make_symbolic(&i, sizeof i, "i");
  klee_assume(i < 2);
  choices[i][2] = 1; //~ ERROR out-of-bounds-write
  return 0;
}
//~ PATHS: any
//~ INPUT i = 1
