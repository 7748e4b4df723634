// A weak function that is not there has address 0; a weak definition is used when alone.
#include <stdio.h>
extern int not_there(int) __attribute__((weak));
__attribute__((weak)) int here(int x) { return x + 1; }
int main(void) {
  int (*volatile f)(int) = not_there;
  printf("%d %d\n", f == NULL, here(1));
  return f != NULL ? f(1) : 0;
}
//~ EXEC
//~ PATHS: 1
