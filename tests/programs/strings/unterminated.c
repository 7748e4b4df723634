// A string without end: strlen reads behind it.
#include <klee/klee.h>
#include <string.h>
int main(void) {
  char s[3];
  klee_make_symbolic(s, sizeof s, "s");
  return (int)strlen(s); //~ ERROR out-of-bounds-read
}
//~ PATHS: 4
