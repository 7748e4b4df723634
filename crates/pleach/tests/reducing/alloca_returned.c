#include <pleach.h>
#include <stdlib.h>
#include <string.h>
static int t;
static char *saved;
static void sink(char *p) { t += p[0]; }
static void f(int make, int use) {
  char *p;
  if (make) { p = __builtin_alloca(8); if (!saved) saved = p; }
  else { p = __builtin_alloca(8192); }
  p = 0;
  for (int i = 0; i < 3; i++) { if (i & 1) t++; else t--; }
  if (use) *saved = 1;
}
int main(void) {
  static char d[4];
  saved = 0;
  f(0, 0);
  f(1, 0);
  int way = pleach_choose(3);
  int make;
  if (way == 0) make = 1; else if (way == 1) make = 0; else make = 1;
  f(make, 1);
  return 0;
}
