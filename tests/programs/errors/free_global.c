// Nor is a global.
#include <stdlib.h>
static char text[8];
int main(void) {
  char *volatile p = text;
  free(p); //~ ERROR invalid-free
  return 0;
}
//~ PATHS: 1
