// malloc does not clear, calloc does.
#include <stdlib.h>
int main(void) {
  int *a = calloc(4, sizeof *a), *b = malloc(4 * sizeof *b);
  if (a == NULL || b == NULL) return 1;
  if (a[2] == 3) return 2;
  b[1] = 0;
  if (b[1] == 3) return 3;
  if (b[2] == 3) return 4; //~ ERROR uninitialised
  return 0;
}
//~ PATHS: any
//~ FLAGS: --check uninit
