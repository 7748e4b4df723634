// A char used as an index without a cast: negative for half of the bytes.
#include <klee/klee.h>
static int counts[128];
int main(void) {
  signed char c;
  klee_make_symbolic(&c, sizeof c, "c");
  klee_assume(c >= -1);
  return counts[(int)c]; //~ ERROR out-of-bounds-read
}
//~ PATHS: 2
//~ INPUT c = -1
