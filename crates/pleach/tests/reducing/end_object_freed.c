#include <pleach.h>
#include <stdlib.h>
static int t;
int main(void) {
  int way = pleach_choose(3);
  char *p = malloc(8);
  if (way == 0) free(p); else if (way == 1) t = 0; else free(p);
  t = 0;
  for (int i = 0; i < 3; i++) { if (i & 1) t++; else t--; }
  p[7] = 1;
  t = 5;
  if (t == 5) { t = 6; }
  return 0;
}
