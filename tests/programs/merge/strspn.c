// How much of an unknown text of 6 bytes an unknown set of 3 bytes covers: a loop in a loop, both of
// which are left early. Without merging: 1527 paths.
#include <klee/klee.h>
#include <string.h>
int main(void) {
  char text[7], set[4];
  klee_make_symbolic(text, sizeof text, "text");
  klee_make_symbolic(set, sizeof set, "set");
  text[6] = '\0';
  set[3] = '\0';
  size_t length = strspn(text, set);
  klee_assert(length <= 6);
  return (int)length;
}
//~ FLAGS: --merge static --jobs 1 --max-forks 60
//~ PATHS: 1
