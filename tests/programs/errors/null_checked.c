// A null pointer that is checked before use is no error.
#include <klee/klee.h>
#include <stddef.h>
int main(void) {
  int x = klee_int("x"), value = 3;
  int *p = x > 0 ? &value : NULL;
  if (p == NULL) return 1;
  return *p;
}
//~ PATHS: 2
