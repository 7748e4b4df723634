// Writing to an array of a block that has ended, at an unknown place.
#include <pleach.h>
int main(void) {
  char *p;
  {
    char buffer[16];
    p = buffer;
    p[pleach_range(0, 16, "i")] = 1;
  }
  p[3] = 'x'; //~ ERROR use-after-scope
  return 0;
}
//~ PATHS: 1
