// Two names for one variable and for one function.
#include <stdio.h>
int value = 3;
extern int other_value __attribute__((alias("value")));
int twice(int x) { return 2 * x; }
int doubled(int x) __attribute__((alias("twice")));
int main(void) {
  other_value = 10;
  printf("%d %d %d\n", value, doubled(value), (void *)&value == (void *)&other_value);
  return 0;
}
//~ EXEC
//~ PATHS: 1
