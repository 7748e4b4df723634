#include <pleach.h>
#include <stdlib.h>
static volatile int t;
static int *saved;
static void f(int first, int use) {
  if (first) { int x = 3; if (!saved) saved = &x; t += x; }
  for (int i = 0; i < 3; i++) { if (i & 1) t++; else t--; }
  if (use) *saved = 1;
}
int main(void) {
  int k = 0;
  f(0, 0);
  f(1, 0);
  int way = pleach_choose(3); if (way == 0) { k = 1; } else if (way == 1) { k = 0; } else { k = 2; }
  f(k == 0, 1);
  return 0;
}
