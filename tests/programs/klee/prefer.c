// Preferences choose the test's values and nothing else.
#include <klee/klee.h>
int main(void) {
  char c;
  klee_make_symbolic(&c, sizeof c, "c");
  klee_prefer_cex(&c, c >= 'a');
  klee_prefer_cex(&c, c <= 'z');
  klee_posix_prefer_cex(&c, c != 'q');
  klee_mark_global(&c);
  if (c == 1) return 1;
  return 0;
}
//~ PATHS: 2
