// Handlers run in reverse order after main, also after exit().
#include <stdio.h>
#include <stdlib.h>
static void first(void) { printf("first\n"); }
static void second(void) { printf("second\n"); }
int main(void) {
  atexit(first);
  atexit(second);
  printf("main\n");
  exit(7);
}
//~ EXEC
//~ EXIT: 7
//~ PATHS: 1
