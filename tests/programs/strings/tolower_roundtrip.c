// Upper and lower case of an unknown letter.
#include <ctype.h>
#include <klee/klee.h>
int main(void) {
  int c = klee_range('a', 'z' + 1, "c");
  klee_assert(tolower(toupper(c)) == c);
  klee_assert(toupper(c) == c - 32);
  return 0;
}
//~ PATHS: any
