// The element after the last one of an array of unknown length, whatever the length is.
#include <klee/klee.h>
int main(void) {
  unsigned char n;
  klee_make_symbolic(&n, sizeof n, "n");
  int a[n];
  a[n] = 7; //~ ERROR out-of-bounds-write
  return 0;
}
//~ PATHS: 1
