// A string is printed from an unknown place in its object: from some of them it does not end there.
#include <klee/klee.h>
#include <stdio.h>
//~ FLAGS: --libc small
//~ PATHS: 8
static const char text[8] = {'a', 'b', 'c', 0, 'd', 'e', 'f', 'g'};
int main(void) {
  unsigned i;
  klee_make_symbolic(&i, sizeof i, "i");
  klee_assume(i < 8);
  puts(text + i); //~ ERROR out-of-bounds-read
  return 0;
}
