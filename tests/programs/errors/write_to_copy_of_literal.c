// An array initialised from a literal is the program's own copy.
#include <klee/klee.h>
int main(void) {
  char text[] = "hello";
  text[0] = 'H';
  klee_assert(text[0] == 'H');
  return 0;
}
//~ PATHS: 1
