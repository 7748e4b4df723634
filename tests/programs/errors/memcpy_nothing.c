// Copying no bytes touches nothing, whatever the pointers.
#include <stdlib.h>
#include <string.h>
int main(void) {
  char a[1] = {7}, b[1] = {8};
  volatile size_t n = 0;
  memcpy(a + 1, b + 1, n);
  memset(a + 1, 0, n);
  return a[0] == 7 ? 0 : 1;
}
//~ PATHS: 1
