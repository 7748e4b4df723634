#include <pleach.h>
static volatile int t;
static void f(int c) {
  int dummy = 0; int *p = &dummy;
  for (int round = 0; round < 2; round++) {
    if (c == round) *p = 3;
    { int x = 1; p = &x; t += x; }
  }
}
int main(void) {
  int c = 0;
  f(0);
  int way = pleach_choose(3); if (way == 0) { c = 5; } else if (way == 1) { c = 1; } else { c = 6; }
  for (int i = 0; i < 3; i++) { if (i & 1) t++; else t--; }
  f(c);
  return 0;
}
