#include <pleach.h>
static volatile int t;
int main(void) {
  int x = 0;
  int way = pleach_choose(3); if (way == 0) { x = 200; } else if (way == 1) { x = 5; } else { x = -1; }
  signed char c = (signed char)x; x = 0;
  for (int i = 0; i < 3; i++) { if (i & 1) t++; else t--; }
  int i = c;
  if (i < 0) t = 3;
  if (i == -56) t = 4;
  return 0;
}
