// Ends the path silently; it has a test because it alone comes there.
#include <klee/klee.h>
int main(void) {
  int x = klee_int("x");
  if (x == 0) klee_silent_exit(0);
  return 0;
}
//~ PATHS: 2
//~ TESTS: 2
