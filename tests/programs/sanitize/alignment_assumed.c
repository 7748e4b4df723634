// A promise about an address that is not kept.
//~ FLAGS: --sanitize undefined
//~ PATHS: any
#include <klee/klee.h>

static char bytes[64] __attribute__((aligned(64)));

int main(void) {
  unsigned at = klee_range(0, 2, "at") * 8;
  char *p = bytes + at;
  char *q = __builtin_assume_aligned(p, 16); //~ ERROR misaligned-access
  return q == bytes;
}
