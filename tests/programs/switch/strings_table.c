// At -O2 such a switch becomes a table: the answers stay the same.
#include <stdio.h>
static const char *name(int x) {
  switch (x) {
    case 1: return "one";
    case 2: return "two";
    case 3: return "three";
    case 5: return "five";
    case 8: return "eight";
    default: return "?";
  }
}
int main(void) {
  for (int i = -1; i < 10; i++) printf("%s\n", name(i));
  return 0;
}
//~ EXEC
//~ PATHS: 1
//~ FLAGS: -O2
