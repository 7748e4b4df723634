#include <pleach.h>
#include <stdlib.h>
static int t;
int main(void) {
  int way = pleach_choose(3);
  int n;
  if (way == 0) n = 7; else if (way == 1) n = 8; else n = 7;
  char *p = malloc(n);
  n = 0;
  for (int i = 0; i < 3; i++) { if (i & 1) t++; else t--; }
  p[7] = 1;
  t = 5;
  if (t == 5) { t = 6; }
  return 0;
}
