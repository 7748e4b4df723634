// A close without an open is ignored; KLEE warns and goes on. Without merging: 2 paths.
#include <klee/klee.h>
int main(void) {
  int x = klee_int("x"), kind = 0;
  if (x > 0)
    kind = 1;
  klee_close_merge();
  klee_assert(kind == (x > 0));
  return 0;
}
//~ FLAGS: --merge manual --jobs 1
//~ PATHS: 2
