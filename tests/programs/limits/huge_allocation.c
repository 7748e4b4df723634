// A block larger than memory: malloc may refuse, the engine must not die.
#include <stdlib.h>
int main(void) {
  volatile size_t huge = (size_t)1 << 60;
  char *p = malloc(huge);
  if (p == NULL) return 1;
  free(p);
  return 0;
}
//~ PATHS: any
