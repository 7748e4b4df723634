#include <pleach.h>
#include <stdlib.h>
#include <klee/klee.h>
static volatile int t;
int main(void) {
  int n = 0;
  int way = pleach_choose(3); if (way == 0) { n = 7; } else if (way == 1) { n = 8; } else { n = 6; }
  char p[n]; n = 0;
  for (int i = 0; i < 3; i++) { if (i & 1) t++; else t--; }
  if (klee_get_obj_size(p) == 7) t = 5;
  return 0;
}
