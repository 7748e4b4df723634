// Reading through a null pointer.
#include <stddef.h>
int main(void) {
  int *p = NULL;
  return *p; //~ ERROR null-dereference
}
//~ PATHS: 1
