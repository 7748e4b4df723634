// A loop made of goto, with a jump into its middle.
#include <stdio.h>
int main(void) {
  int i = 0, n = 0;
  goto middle;
again:
  n += 10;
middle:
  n++;
  if (++i < 5) goto again;
  printf("%d %d\n", i, n);
  return n == 45 ? 0 : 1;
}
//~ EXEC
//~ PATHS: 1
