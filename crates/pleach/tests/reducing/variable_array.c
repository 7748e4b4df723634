#include <pleach.h>
#include <stdlib.h>
static int t;
__attribute__((noinline)) static void sink(char *p) { (void)p; }
int main(void) {
  int way = pleach_choose(2);
  int n;
  if (way == 0) n = 8; else n = 7;
  char v[n];
  sink(v);
  for (int i = 0; i < 3; i++) { if (i & 1) t++; else t--; }
  v[7] = 1;
  return 0;
}
