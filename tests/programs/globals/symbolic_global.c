// A whole global structure as input.
#include <klee/klee.h>
static struct { unsigned char version, flags; unsigned short length; } header;
int main(void) {
  klee_make_symbolic(&header, sizeof header, "header");
  if (header.version == 2 && (header.flags & 0x40) && header.length == 513)
    klee_assert(header.flags != 0x40); //~ ERROR assert
  return 0;
}
//~ PATHS: 5
//~ INPUT header = hex 02 40 01 02
