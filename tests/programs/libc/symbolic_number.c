/* A symbolic text is read by the library's own code: one path for each way through it. */
//~ FLAGS: --libc musl
//~ PATHS: any
#include "klee/klee.h"
#include <stdlib.h>

int main(void) {
  char text[4];
  klee_make_symbolic(text, sizeof text, "text");
  klee_assume(text[3] == '\0');
  if (strtol(text, NULL, 0) == 0x1f) abort(); //~ ERROR abort
  return 0;
}
