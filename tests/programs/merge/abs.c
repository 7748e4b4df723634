// Figure 1 of Zhang, Yin, Lin 2018: both ways of `abs` become one state, and nothing has to be known
// about n. Without merging: 2 paths.
#include <klee/klee.h>
static int absolute(int n) {
  if (n < 0)
    return -n;
  return n;
}
int main(void) {
  int n;
  klee_make_symbolic(&n, sizeof n, "n");
  return absolute(n);
}
//~ FLAGS: --merge static --jobs 1
//~ PATHS: 1
