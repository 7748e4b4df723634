// Four states come to the same branches: only two of them have something of their own to do there.
#include <pleach.h>
#include <stdio.h>
#include <stdlib.h>
static int w, m;
int main(void) {
  switch (pleach_choose(4)) {
    // D, C, B and A: depth first the last one runs first.
    case 0: w = 3, m = 0; break;
    case 1: w = 2, m = 1; break;
    case 2: w = 1, m = 1; break;
    default: w = 0, m = 1; break;
  }
  if (w)
    printf("X");
  else
    printf("Y");
  if (m) exit(0);
  exit(1);
}
//~ PATHS: 4
