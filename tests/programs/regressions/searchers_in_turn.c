// A state that one strategy takes comes back to all of them, also to the one that keeps a tree.
//~ FLAGS: --search dfs --search random-path --search bfs --search random-state
//~ PATHS: 16
#include <klee/klee.h>

int main(void) {
  unsigned char x;
  klee_make_symbolic(&x, sizeof x, "x");
  int ones = 0;
  for (int i = 0; i < 4; i++)
    if (x >> i & 1) ones++;
  return ones;
}
