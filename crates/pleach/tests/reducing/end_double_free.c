#include <pleach.h>
#include <stdlib.h>
#include <stdio.h>
static int t;
int main(void) {
  int way = pleach_choose(3);
  char *p = malloc(8);
  if (way == 0) { free(p);} else if (way == 1) { t = 0; } else { free(p); }
  t = 0;
  for (int i = 0; i < 3; i++) { if (i & 1) t++; else t--; }
  free(p);
  if (t) t = 5;
  return 0;
}
