// A char that is negative when widened.
#include <klee/klee.h>
int main(void) {
  signed char c;
  klee_make_symbolic(&c, sizeof c, "c");
  int i = c;
  unsigned u = (unsigned char)c;
  klee_assert(i >= -128 && i <= 127);
  klee_assert(u == (unsigned)i || u == (unsigned)(i + 256));
  if (i == -1) klee_assert(u == 255);
  return 0;
}
//~ PATHS: any
