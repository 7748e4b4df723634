// An indirect function: its resolver chooses the implementation.
#include <stdio.h>
static int plain(int x) { return x + 1; }
static int (*choose(void))(int) { return plain; }
int successor(int x) __attribute__((ifunc("choose")));
int main(void) {
  printf("%d\n", successor(41));
  return 0;
}
//~ EXEC
//~ PATHS: 1
