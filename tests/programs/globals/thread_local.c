// Thread-local variables of the only thread.
#include <stdio.h>
static _Thread_local int counter = 5;
_Thread_local char buffer[4];
static int next(void) { return ++counter; }
int main(void) {
  next(), next();
  buffer[3] = 'x';
  printf("%d %c %d\n", counter, buffer[3], buffer[0]);
  return 0;
}
//~ EXEC
//~ PATHS: 1
