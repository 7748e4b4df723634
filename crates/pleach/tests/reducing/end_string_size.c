#include <pleach.h>
#include <stdlib.h>
#include <string.h>
static volatile int t;
int main(void) {
  int n = 0;
  char src[8] = {0};
  int way = pleach_choose(3); if (way == 0) { n = 7; } else if (way == 1) { n = 8; } else { n = 6; }
  char *p = malloc(n); if (!p) return 1; n = 0;
  for (int i = 0; i < 3; i++) { if (i & 1) t++; else t--; }
  memcpy(p, src, 7);
  t = 8;
  memset(p, 0, 8);
  return 0;
}
