// Lines, words and bytes of 10 unknown bytes. Without merging: 1048576 paths.
#include <klee/klee.h>
#ifndef SIZE
#define SIZE 10
#endif
static int lines, words, bytes;
static void count(const char *text) {
  int in_word = 0;
  for (int i = 0; i < SIZE; i++) {
    char c = text[i];
    bytes++;
    if (c == '\n')
      lines++;
    if (c == ' ' || c == '\n' || c == '\t')
      in_word = 0;
    else if (!in_word) {
      in_word = 1;
      words++;
    }
  }
}
int main(void) {
  char text[SIZE];
  klee_make_symbolic(text, sizeof text, "text");
  count(text);
  klee_assert(bytes == SIZE);
  klee_assert(words <= SIZE / 2);
  return lines;
}
//~ FLAGS: --merge static --jobs 1 --max-forks 60
//~ PATHS: 1
