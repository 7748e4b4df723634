// A left shift of a negative number, and one that loses bits.
//~ FLAGS: --sanitize undefined
//~ PATHS: any
#include <klee/klee.h>

int main(void) {
  int n = klee_int("n");
  if (n < 0)
    return n << 1; //~ ERROR shift-of-negative
  return n << 4;   //~ ERROR shift-of-negative
}
