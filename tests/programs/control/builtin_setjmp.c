// The compiler's own setjmp and longjmp.
#include <stdio.h>
static void *buffer[5], *other[5];
static int depth;
static __attribute__((noinline)) void dive(int n) {
  if (n == 0) __builtin_longjmp(buffer, 1);
  depth++;
  dive(n - 1);
  printf("never\n");
}
static __attribute__((noinline)) void again(void) {
  printf("again %d\n", depth);
  __builtin_longjmp(other, 1);
}
int main(void) {
  if (__builtin_setjmp(buffer) == 0) {
    printf("down\n");
    dive(5);
  }
  printf("back from %d\n", depth);
  if (__builtin_setjmp(other) == 0) again();
  printf("done\n");
  return 0;
}
//~ EXEC
//~ PATHS: 1
