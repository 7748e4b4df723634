// Arguments take the types of the parameters, through a pointer too.
#include <stdio.h>
static int add(int a, double b) { return a + (int)b; }
int main(void) {
  typedef int loose(int, double);
  loose *f = add;
  char small = -3;
  float half = 2.5f;
  printf("%d\n", f(small, half));
  return 0;
}
//~ EXEC
//~ PATHS: 1
