/* Reading back what was written. */
//~ FLAGS: --libc musl
//~ EXEC
//~ PATHS: 1
#include <stdio.h>

int main(void) {
  int i, n;
  unsigned u;
  double d;
  char word[10], set[10], c;
  n = sscanf("42 0x1f 2.5e3 hello [abc] z", "%d %x %lf %9s [%9[a-c]] %c", &i, &u, &d, word, set, &c);
  printf("%d: %d %u %g %s %s %c\n", n, i, u, d, word, set, c);
  n = sscanf("12:34", "%d:%d%n", &i, (int *)&u, &n);
  printf("%d %u\n", i, u);
  printf("%d\n", sscanf("abc", "%d", &i));
  printf("%d\n", sscanf("", "%d", &i));
  n = sscanf("100000000000000000000", "%d", &i);
  printf("%d\n", n);
  n = sscanf("7 skipped 8", "%d %*s %d", &i, (int *)&u);
  printf("%d %d %u\n", n, i, u);
  return 0;
}
