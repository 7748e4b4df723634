// A megabyte of known zeros with one unknown write is cheap.
#include <klee/klee.h>
static unsigned char memory[1 << 20];
int main(void) {
  unsigned x;
  klee_make_symbolic(&x, sizeof x, "x");
  memory[12345] = (unsigned char)x;
  klee_assert(memory[12345] == (unsigned char)x);
  klee_assert(memory[12346] == 0);
  return 0;
}
//~ PATHS: 1
