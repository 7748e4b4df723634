#include <pleach.h>
static int t; static signed char x;
int main(void) {
  int way = pleach_choose(3);
  if (way == 0) x = 90; else if (way == 1) x = -1; else x = 101;
  for (int i = 0; i < 3; i++) { if (i & 1) t++; else t--; }
  unsigned u = x;
  if (u > 200) t = 1;
  if (u > 100) t = 2; else t = 3;
  return 0;
}
