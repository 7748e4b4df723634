// Four unknown bytes equal to four known ones.
#include <klee/klee.h>
#include <string.h>
int main(void) {
  unsigned char bytes[4];
  klee_make_symbolic(bytes, sizeof bytes, "bytes");
  if (memcmp(bytes, "\x7f" "ELF", 4) == 0)
    klee_assert(0); //~ ERROR assert
  return 0;
}
//~ PATHS: any
//~ INPUT bytes = hex 7f 45 4c 46
