#include <pleach.h>
#include <stdlib.h>
static int u, t;
static void bye(void) { if (t == 7) u = 8; }
int main(void) {
  int k;
  int way = pleach_choose(3); if (way == 0) { k = 1; t = 6; } else if (way == 1) { k = 1; t = 7; } else { k = 0; t = 7; }
  for (int i = 0; i < 3; i++) { if (i & 1) u++; else u--; }
  if (k) atexit(bye);
  return 0;
}
