// A region for each round of a loop, with several forks in it. Without merging: 3 to the power of 6,
// 729 paths.
#include <klee/klee.h>
#ifndef SIZE
#define SIZE 6
#endif
int main(void) {
  char text[SIZE];
  int letters = 0, digits = 0;
  klee_make_symbolic(text, sizeof text, "text");
  for (int i = 0; i < SIZE; i++) {
    klee_open_merge();
    char c = text[i];
    if (c == 'a')
      letters++;
    else if (c == '1')
      digits++;
    klee_close_merge();
  }
  klee_assert(letters + digits <= SIZE);
  return letters;
}
//~ FLAGS: --merge manual --jobs 1 --max-forks 20
//~ PATHS: 1
