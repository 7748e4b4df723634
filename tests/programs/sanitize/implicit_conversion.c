// A value that changes on its way into a smaller type.
//~ FLAGS: --sanitize implicit-conversion
//~ PATHS: any
//~ INPUT n = 256
#include <klee/klee.h>

int main(void) {
  int n = klee_range(0, 257, "n");
  unsigned char byte = n; //~ ERROR implicit-conversion
  return byte;
}
