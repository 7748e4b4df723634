// The pointer is null on one of two paths only.
#include <klee/klee.h>
#include <stddef.h>
int main(void) {
  int x = klee_int("x"), value = 3;
  int *p = &value;
  if (x == 77) p = NULL;
  return *p; //~ ERROR null-dereference
}
//~ PATHS: 2
//~ INPUT x = 77
