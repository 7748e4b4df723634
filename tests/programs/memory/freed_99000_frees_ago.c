// A use after free is seen, however much was allocated and freed in between.
#include <stdlib.h>

int main(void) {
  char *old = malloc(24), *large = malloc(100000);
  free(old);
  free(large);
  for (int i = 0; i < 99000; i++) {
    char *p = malloc(i % 3 == 0 ? 24 : 40);
    *p = 1;
    free(p);
  }
  if (*large == 1) //~ ERROR use-after-free
    return *old;
  return 0;
}
//~ PATHS: 1
