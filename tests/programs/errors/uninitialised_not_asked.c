// Without --check uninit an unset byte is merely some value.
#include <stdlib.h>
int main(void) {
  unsigned char *p = malloc(1);
  if (p == NULL) return 1;
  int value = *p;
  return value >= 0 && value <= 255 ? 0 : 2;
}
//~ PATHS: any
