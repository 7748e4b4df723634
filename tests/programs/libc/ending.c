/* Who runs when a program ends, and in which order. */
//~ FLAGS: --libc musl
//~ EXEC
//~ PATHS: 1
//~ EXIT: 5
#include <stdio.h>
#include <stdlib.h>

__attribute__((constructor)) static void before(void) { printf("constructor\n"); }
__attribute__((destructor)) static void after(void) { printf("destructor\n"); }

static void first(void) { printf("first registered\n"); }
static void second(void) { printf("second registered"); }

int main(void) {
  atexit(first);
  atexit(second);
  printf("main\n");
  exit(5);
}
