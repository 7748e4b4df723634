// A state that ends inside of the region is not waited for any longer. Without merging: 4 paths.
#include <klee/klee.h>
#include <stdlib.h>
int main(void) {
  int x = klee_int("x"), kind = 0;
  klee_open_merge();
  if (x == 7)
    exit(7);
  if (x == 8)
    abort(); //~ ERROR abort
  if (x > 100)
    kind = 1;
  klee_close_merge();
  return kind;
}
//~ FLAGS: --merge manual --jobs 1
//~ PATHS: 3
