// A region that is never closed: nobody waits, nothing is joined. Without merging: 2 paths.
#include <klee/klee.h>
int main(void) {
  int x = klee_int("x");
  klee_open_merge();
  if (x > 0)
    return 1;
  return 0;
}
//~ FLAGS: --merge manual --jobs 1
//~ PATHS: 2
