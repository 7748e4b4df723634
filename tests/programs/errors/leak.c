// The only pointer to a block is lost.
#include <stdlib.h>
static void forget(void) {
  char *p = malloc(100); //~ ERROR leak
  if (p != NULL) p[0] = 1;
}
int main(void) {
  forget();
  return 0;
}
//~ PATHS: any
//~ FLAGS: --check leak
