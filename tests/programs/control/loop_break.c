// Searching an unknown array for a known value: found at one of four places, or not.
#include <klee/klee.h>
int main(void) {
  char a[4];
  klee_make_symbolic(a, sizeof a, "a");
  int i;
  for (i = 0; i < 4; i++)
    if (a[i] == 'x') break;
  if (i == 4) klee_assert(a[3] != 'x');
  return i;
}
//~ PATHS: 5
