/* Library functions read the caller's objects as they are. */
//~ FLAGS: --libc musl
//~ PATHS: 3
#include "klee/klee.h"
#include <stdio.h>
#include <string.h>

int main(void) {
  char text[4] = {'a', 'b', 'c', 'd'}, copy[8];
  int which = klee_range(0, 3, "which");
  switch (which) {
  case 0: strcpy(copy, text); break; //~ ERROR out-of-bounds-read
  case 1: printf("%s\n", text); break; //~ ERROR out-of-bounds-read
  default: printf("%.4s\n", text);
  }
  return 0;
}
