#include <pleach.h>
#include <stdlib.h>
static int t;
static void f(char *p, int go) {
  for (int i = 0; i < 3; i++) { if (i & 1) t++; else t--; }
  if (go) *p = 1;
}
int main(void) {
  char *p, r;
  int go;
  f(&r, 0);
  f(&r, 1);
  char *q = malloc(8); free(q);
  int way = pleach_choose(3); if (way == 0) { p = 0; go = 1; } else if (way == 1) { p = q; go = 0; } else { p = q; go = 1; }
  f(p, go);
  return 0;
}
