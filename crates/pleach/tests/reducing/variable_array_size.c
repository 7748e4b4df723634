#include <pleach.h>
static volatile int t;
int main(void) {
  int n = 0;
  int way = pleach_choose(3); if (way == 0) { n = 8; } else if (way == 1) { n = 7; } else { n = 9; }
  char v[n]; n = 0;
  for (int i = 0; i < 3; i++) { if (i & 1) t++; else t--; }
  v[7] = 1;
  return 0;
}
