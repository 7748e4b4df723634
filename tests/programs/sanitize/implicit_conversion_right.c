// Said aloud, and values that fit.
//~ FLAGS: --sanitize implicit-conversion,undefined
//~ PATHS: any
#include <klee/klee.h>

int main(void) {
  int n = klee_int("n");
  unsigned char byte = (unsigned char)n;
  short s = n & 127;
  return byte == s;
}
