// Five unknown letters: is it a palindrome? Three paths.
#include <klee/klee.h>
int main(void) {
  char s[5];
  klee_make_symbolic(s, sizeof s, "s");
  for (int i = 0; i < 2; i++)
    if (s[i] != s[4 - i]) return 0;
  klee_assert(s[1] == s[3]);
  return 1;
}
//~ PATHS: 3
