// Several cases with one target are one path.
#include <klee/klee.h>
int main(void) {
  unsigned char c;
  klee_make_symbolic(&c, sizeof c, "c");
  switch (c) {
    case 'a': case 'e': case 'i': case 'o': case 'u': return 1;
    case 'y': return 2;
    default: return 0;
  }
}
//~ PATHS: 3
