// As strlen.c, with the whole C library. Without merging: 11 paths.
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
//~ FLAGS: --libc musl --merge static --jobs 1 --max-forks 15
//~ PATHS: 1
