#include <pleach.h>
#include <stdlib.h>
static volatile int t;
static long f(long a) { return a; }
int main(void) {
  long v = 0;
  int way = pleach_choose(3); if (way == 0) { v = 6; } else if (way == 1) { v = 7; } else { v = 0x100000005; }
  for (int i = 0; i < 3; i++) { if (i & 1) t++; else t--; }
  int a = ((int (*)(long))f)(v);
  if (a == 5) t = 5; else t = 6;
  return 0;
}
