// A null pointer given to a library function: reported where the program calls it.
#include <stddef.h>
#include <string.h>
static const char *name;
int main(void) {
  return (int)strlen(name); //~ ERROR null-dereference
}
//~ PATHS: 1
