// Copying a structure with padding and unset fields is no use of them.
#include <klee/klee.h>
#include <string.h>
struct s { char tag; int value; char rest[5]; };
int main(void) {
  struct s a, b, c;
  a.tag = 1;
  a.value = 2;
  b = a;
  memcpy(&c, &b, sizeof c);
  if (c.tag == 1 && c.value == 2) return 0;
  return 1;
}
//~ PATHS: 1
//~ FLAGS: --check uninit
