// There are few slots of large sizes: those that were freed serve again, those that live do not.
#include <assert.h>
#include <stdlib.h>

int main(void) {
  char *kept = malloc(1 << 30);
  kept[5] = 7;
  for (int i = 0; i < 1000; i++) {
    char *p = malloc(1 << 30);
    assert(p != NULL && p != kept);
    p[5] = (char)i;
    assert(kept[5] == 7);
    free(p);
  }
  free(kept);
  return *kept; //~ ERROR use-after-free
}
//~ PATHS: 1
