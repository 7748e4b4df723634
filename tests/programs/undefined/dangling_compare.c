// Looking at a freed pointer's value without using it is not reported.
#include <stdlib.h>
int main(void) {
  char *p = malloc(4);
  free(p);
  if (p == NULL) return 1;
  return 0;
}
//~ PATHS: any
