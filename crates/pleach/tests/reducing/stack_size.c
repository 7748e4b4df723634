#include <pleach.h>
#include <stdlib.h>
static int t;
static void sink(char *p) { p[0] = 0; }
static void deep(void) { char b[4000000]; sink(b); }
int main(void) {
  int way = pleach_choose(3);
  int n;
  if (way == 0) n = 100; else if (way == 1) n = 6000000; else n = 100;
  char v[n];
  n = 0;
  sink(v);
  for (int i = 0; i < 3; i++) { if (i & 1) t++; else t--; }
  deep();
  return 0;
}
