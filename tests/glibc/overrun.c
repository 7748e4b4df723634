/* A checked copy of more than fits ends the program. */
#include <stdio.h>
#include <string.h>
int main(int argc, char **argv) {
  (void)argv;
  char small[4];
  const char *volatile text = argc ? "too long" : "";
  strcpy(small, text);
  puts(small);
  return 0;
}
