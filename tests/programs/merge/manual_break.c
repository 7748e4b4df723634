// A region in a loop that one way leaves without closing it: the states that stay are joined in each
// round. Without merging: 63 paths.
#include <klee/klee.h>
#ifndef SIZE
#define SIZE 5
#endif
int main(void) {
  char text[SIZE];
  int found = 0;
  klee_make_symbolic(text, sizeof text, "text");
  for (int i = 0; i < SIZE; i++) {
    klee_open_merge();
    if (text[i] == 'a')
      found++;
    else if (text[i] == 'b')
      break;
    klee_close_merge();
  }
  return found;
}
//~ FLAGS: --merge manual --jobs 1 --max-forks 20
//~ PATHS: 6
