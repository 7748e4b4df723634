// Character classes of an unknown character.
#include <ctype.h>
#include <klee/klee.h>
int main(void) {
  unsigned char c;
  klee_make_symbolic(&c, sizeof c, "c");
  if (isdigit(c)) klee_assert(c >= '0' && c <= '9');
  else klee_assert(c < '0' || c > '9');
  if (isupper(c)) klee_assert(tolower(c) == c + 32);
  return 0;
}
//~ PATHS: any
