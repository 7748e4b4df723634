// Constructors and destructors in the order of their priorities.
#include <stdio.h>
__attribute__((constructor(200))) static void late(void) { printf("late\n"); }
__attribute__((constructor(101))) static void early(void) { printf("early\n"); }
__attribute__((constructor)) static void plain(void) { printf("plain\n"); }
__attribute__((destructor(101))) static void last(void) { printf("last\n"); }
__attribute__((destructor)) static void first_to_go(void) { printf("first to go\n"); }
int main(void) {
  printf("main\n");
  return 0;
}
//~ EXEC
//~ PATHS: 1
