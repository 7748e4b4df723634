// Jumping out of three calls and back.
#include <setjmp.h>
#include <stdio.h>
static jmp_buf place;
static void deep(int n) {
  if (n == 0) longjmp(place, 42);
  deep(n - 1);
}
int main(void) {
  volatile int rounds = 0;
  int value = setjmp(place);
  printf("%d %d\n", value, rounds);
  if (value == 0) {
    rounds = 1;
    deep(3);
  }
  return value;
}
//~ EXEC
//~ EXIT: 42
//~ PATHS: 1
