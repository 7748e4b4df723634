// memmove in both directions over overlapping ranges.
#include <stdio.h>
#include <string.h>
int main(void) {
  char a[] = "0123456789", b[] = "0123456789";
  memmove(a + 2, a, 6);
  memmove(b, b + 2, 6);
  printf("%s %s\n", a, b);
  return 0;
}
//~ EXEC
//~ PATHS: 1
