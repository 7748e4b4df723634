#include <pleach.h>
#include <stdlib.h>
static int t;
int main(void) {
  int n = pleach_choose(20);
  char *p = malloc(n);
  if (!p) return 0;
  if (n < 10) t = 1; else t = 2;
  t = 0;
  for (int i = 0; i < 3; i++) { if (i & 1) t++; else t--; }
  p[9] = 1;
  t = 5;
  return 0;
}
