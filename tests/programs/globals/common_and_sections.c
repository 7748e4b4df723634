// Attributes that change nothing about what a global holds.
#include <stdio.h>
__attribute__((section(".data.special"), used)) static int special = 4;
__attribute__((aligned(128))) static char aligned = 5;
__attribute__((visibility("hidden"))) int hidden = 6;
int main(void) {
  printf("%d %d %d %d\n", special, aligned, hidden, (int)((unsigned long)&aligned % 128));
  return 0;
}
//~ EXEC
//~ PATHS: 1
