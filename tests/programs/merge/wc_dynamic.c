// As wc.c, with 30 unknown bytes and nothing asked about the number of words: `dynamic` keeps states apart
// in which `in_word` differs, but those in which it does not are joined at each round, whatever they parted
// over. So there are two states in each round, and some forks for each byte.
#include <klee/klee.h>
#ifndef SIZE
#define SIZE 30
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
  return lines + words;
}
//~ FLAGS: --merge dynamic --jobs 1 --max-forks 600
//~ PATHS: 2
