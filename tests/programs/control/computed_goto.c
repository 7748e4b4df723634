// A small interpreter with computed jumps.
#include <stdio.h>
static int run(const unsigned char *code) {
  static const void *const labels[] = {&&stop, &&add, &&twice};
  int value = 1;
  goto *labels[*code];
add:
  value += *++code;
  goto *labels[*++code];
twice:
  value *= 2;
  goto *labels[*++code];
stop:
  return value;
}
int main(void) {
  static const unsigned char code[] = {1, 4, 2, 2, 1, 100, 0};
  printf("%d\n", run(code));
  return run(code);
}
//~ EXEC
//~ EXIT: 120
//~ PATHS: 1
