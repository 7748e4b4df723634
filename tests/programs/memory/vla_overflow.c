// One element too many for a variable-length array.
#include <klee/klee.h>
int main(void) {
  int n = klee_range(1, 4, "n");
  char a[n];
  for (int i = 0; i < 3; i++)
    a[i] = 1; //~ ERROR out-of-bounds-write
  return 0;
}
//~ PATHS: any
