// A table of functions and a known index.
#include <stdio.h>
static int add(int a, int b) { return a + b; }
static int sub(int a, int b) { return a - b; }
static int mul(int a, int b) { return a * b; }
static int (*const table[])(int, int) = {add, sub, mul};
int main(void) {
  for (int i = 0; i < 3; i++) printf("%d\n", table[i](7, 5));
  return table[2](3, 4);
}
//~ EXEC
//~ EXIT: 12
//~ PATHS: 1
