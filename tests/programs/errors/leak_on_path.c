// The early return forgets the block.
#include <klee/klee.h>
#include <stdlib.h>
static int work(int x) {
  char *p = malloc(16); //~ ERROR leak
  if (p == NULL) return 1;
  if (x == 4711) return 2;
  free(p);
  return 0;
}
int main(void) {
  int x = klee_int("x");
  return work(x);
}
//~ PATHS: any
//~ FLAGS: --check leak
//~ INPUT x = 4711
