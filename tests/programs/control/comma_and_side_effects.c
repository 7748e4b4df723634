// Order of evaluation where C fixes it.
#include <stdio.h>
int main(void) {
  int i = 0, a[4] = {0};
  a[i++] = 1, a[i++] = 2;
  int b = (i += 5, i * 2), c = i++ && 0 && i++;
  printf("%d %d %d %d %d\n", i, a[0], a[1], b, c);
  return 0;
}
//~ EXEC
//~ PATHS: 1
