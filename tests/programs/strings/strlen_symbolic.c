// The length of an unknown string of at most 4 characters: five paths.
#include <klee/klee.h>
#include <string.h>
int main(void) {
  char s[5];
  klee_make_symbolic(s, sizeof s, "s");
  klee_assume(s[4] == '\0');
  size_t n = strlen(s);
  klee_assert(s[n] == '\0');
  return (int)n;
}
//~ PATHS: 5
