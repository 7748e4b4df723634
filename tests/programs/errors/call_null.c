// Calling through a null function pointer.
#include <stddef.h>
static int (*handler)(int);
int main(void) {
  return handler(1); //~ ERROR invalid-function-pointer
}
//~ PATHS: 1
