// The second free happens for one input only.
#include <klee/klee.h>
#include <stdlib.h>
int main(void) {
  unsigned char flags;
  klee_make_symbolic(&flags, sizeof flags, "flags");
  char *p = malloc(8);
  if (p == NULL) return 1;
  if (flags & 0x80) free(p);
  if (flags == 0xc3) free(p); //~ ERROR double-free
  return 0;
}
//~ PATHS: any
//~ INPUT flags = 195
