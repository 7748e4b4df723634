#include <pleach.h>
static volatile int t;
static int f(int n) { if (n) return f(n - 1); return 0; }
int main(void) {
  int n = 0;
  int way = pleach_choose(3); if (way == 0) { n = 3; } else if (way == 1) { n = -1; } else { n = 4; }
  for (int i = 0; i < 3; i++) { if (i & 1) t++; else t--; }
  f(n);
  return 0;
}
