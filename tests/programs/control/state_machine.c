// A word of three letters drives a machine; only "abc" opens it.
#include <klee/klee.h>
int main(void) {
  char word[3];
  int state = 0;
  klee_make_symbolic(word, sizeof word, "word");
  for (int i = 0; i < 3; i++) {
    if (state == 0 && word[i] == 'a') state = 1;
    else if (state == 1 && word[i] == 'b') state = 2;
    else if (state == 2 && word[i] == 'c') state = 3;
    else state = 0;
  }
  klee_assert(state != 3); //~ ERROR assert
  return 0;
}
//~ PATHS: any
//~ INPUT word = hex 61 62 63
