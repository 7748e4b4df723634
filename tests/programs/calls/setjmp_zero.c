// longjmp with 0 makes setjmp return 1.
#include <setjmp.h>
#include <stdio.h>
int main(void) {
  jmp_buf place;
  volatile int count = 0;
  if (setjmp(place) == 0) {
    count++;
    longjmp(place, 0);
  }
  printf("%d\n", count);
  return 0;
}
//~ EXEC
//~ PATHS: 1
