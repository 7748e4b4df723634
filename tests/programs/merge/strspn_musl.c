// As strspn.c, with the whole C library. Without merging: 1527 paths.
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
//~ FLAGS: --libc musl --merge static --jobs 1 --max-forks 60
//~ PATHS: 1
