// A read that most machines allow and the language does not.
//~ FLAGS: --sanitize alignment
//~ PATHS: any
//~ INPUT at = 1
#include <klee/klee.h>

static long words[4];

int main(void) {
  unsigned at = klee_range(0, 2, "at");
  char *bytes = (char *)words;
  return *(long *)(bytes + at) != 0; //~ ERROR misaligned-access
}
