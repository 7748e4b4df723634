#include <pleach.h>
#include <stdlib.h>
static int u, t;
static void bye(void) { if (t == 7) u = 8; }
static void aye(void) { }
int main(void) {
  void (*k)(void);
  int way = pleach_choose(3); if (way == 0) { k = bye; t = 6; } else if (way == 1) { k = aye; t = 7; } else { k = bye; t = 7; }
  for (int i = 0; i < 3; i++) { if (i & 1) u++; else u--; }
  atexit(k);
  return 0;
}
