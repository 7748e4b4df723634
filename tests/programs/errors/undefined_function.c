// Calling a function that nobody defines; not calling one is fine.
#include <klee/klee.h>
int mystery(int);
int other_mystery(int);
int main(void) {
  int x = klee_int("x");
  if (x == 9) return mystery(x); //~ ERROR undefined-function
  return x == 9 ? other_mystery(x) : 0;
}
//~ PATHS: 2
//~ INCOMPLETE: a path ended at an undefined function
//~ INPUT x = 9
