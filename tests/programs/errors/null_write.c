// Writing through a null pointer.
#include <stddef.h>
int main(void) {
  int *p = NULL;
  *p = 1; //~ ERROR null-dereference
  return 0;
}
//~ PATHS: 1
