// The name of an input is part of its test: where it depends on states that were joined, there is a path
// for each name. Without merging: 2 paths.
#include <klee/klee.h>
int main(void) {
  char name[] = "arg0", x, y;
  klee_make_symbolic(&x, sizeof x, "x");
  if (x == 'a')
    name[3]++;
  klee_make_symbolic(&y, sizeof y, name);
  return y;
}
//~ FLAGS: --merge static --jobs 1
//~ PATHS: 2
