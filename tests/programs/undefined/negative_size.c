// A negative length turns into a huge one.
#include <klee/klee.h>
#include <string.h>
int main(void) {
  char to[8] = {0}, from[8] = {0};
  int n = klee_int("n");
  klee_assume(n >= -1);
  klee_assume(n <= 0);
  memcpy(to, from, (size_t)n); //~ ERROR out-of-bounds-write
  return 0;
}
//~ PATHS: any
//~ INPUT n = -1
