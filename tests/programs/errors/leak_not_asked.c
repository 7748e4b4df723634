// Without --check leak nobody mentions it.
#include <stdlib.h>
int main(void) {
  char *p = malloc(100);
  if (p != NULL) p[0] = 1;
  return 0;
}
//~ PATHS: any
