// abort() is an error, exit() is not.
#include <klee/klee.h>
#include <stdlib.h>
int main(void) {
  int x = klee_int("x");
  if (x == 5) abort(); //~ ERROR abort
  if (x == 6) exit(1);
  if (x == 7) _Exit(2);
  return 0;
}
//~ PATHS: 4
//~ INPUT x = 5
