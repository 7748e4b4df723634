// A `break` puts the post-dominator of both branches behind the loop. The states that stay in it must
// meet before that: with 30 unknown bytes there are too many of them otherwise. Without merging: with
// 10 bytes 2047 paths.
#include <klee/klee.h>
#ifndef SIZE
#define SIZE 30
#endif
int main(void) {
  char text[SIZE];
  int found = 0;
  klee_make_symbolic(text, sizeof text, "text");
  for (int i = 0; i < SIZE; i++) {
    if (text[i] == 'a')
      found++;
    else if (text[i] == 'b')
      break;
  }
  return found;
}
//~ FLAGS: --merge static --jobs 1 --max-forks 70
//~ PATHS: 1
