// free(NULL) does nothing, as often as one likes.
#include <stdlib.h>
int main(void) {
  void *p = NULL;
  free(p);
  free(p);
  return 0;
}
//~ PATHS: 1
