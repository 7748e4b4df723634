// A length that fits the stack but is not small is one length, not one path for each.
#include <klee/klee.h>
int main(void) {
  int n = klee_range(1, 1000000, "n");
  char a[n];
  a[n - 1] = 1;
  return a[n - 1];
}
//~ PATHS: 2
//~ INCOMPLETE: the size of an array on the stack was fixed to one of its values
