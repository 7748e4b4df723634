/* Never ends and allocates all the time: what was freed long ago must not take memory. */
#include <klee/klee.h>
#include <stdlib.h>
#include <string.h>

int main(void) {
  unsigned char way;
  klee_make_symbolic(&way, 1, "way");
  size_t most = way > 100 ? 64 : 600;
  for (size_t round = 0;; round++) {
    char *text = malloc(1 + round % most), *copy;
    memset(text, 0, 1 + round % most);
    copy = strdup(text);
    free(text);
    free(copy);
  }
}
