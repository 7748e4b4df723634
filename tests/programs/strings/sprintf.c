// Printing into memory, cut to size.
#include <stdio.h>
#include <string.h>
int main(void) {
  char a[32], b[6];
  int n = sprintf(a, "%d-%s", 12, "ab"), m = snprintf(b, sizeof b, "%s", "truncated");
  printf("%s %d %s %d %d\n", a, n, b, m, snprintf(NULL, 0, "%05.1f", 2.25));
  puts("line");
  putchar('c');
  putchar('\n');
  fputs("text\n", stdout);
  fprintf(stdout, "%s\n", "to stdout");
  fwrite("raw\n", 1, 4, stdout);
  return 0;
}
//~ EXEC
//~ PATHS: 1
