// The length of 10 unknown bytes and an end. Without merging: 11 paths, one for each length.
#include <klee/klee.h>
#include <string.h>
int main(void) {
  char text[11];
  klee_make_symbolic(text, sizeof text, "text");
  text[10] = '\0';
  size_t length = strlen(text);
  klee_assert(length <= 10);
  klee_assert(text[length] == '\0');
  return (int)length;
}
//~ FLAGS: --merge static --jobs 1 --max-forks 15
//~ PATHS: 1
