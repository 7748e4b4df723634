// A switch in a loop in a switch.
#include <stdio.h>
int main(void) {
  int out = 0;
  for (int i = 0; i < 12; i++)
    switch (i % 4) {
      case 0: continue;
      case 1:
        switch (i / 4) {
          case 0: out += 1; break;
          case 1: out += 10; break;
          default: out += 100;
        }
        break;
      case 2: out += 1000; break;
      default: out--;
    }
  printf("%d\n", out);
  return 0;
}
//~ EXEC
//~ PATHS: 1
