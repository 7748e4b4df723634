// The exit code is what main returns, cut to a byte by the system.
#include <stdio.h>
int main(void) {
  printf("leaving\n");
  return 300;
}
//~ EXEC
//~ EXIT: 44
//~ PATHS: 1
