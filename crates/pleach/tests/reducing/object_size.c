#include <pleach.h>
#include <stdlib.h>
#include <klee/klee.h>
static volatile int t;
int main(void) {
  int k = 0;
  int way = pleach_choose(3); if (way == 0) { k = 1; } else if (way == 1) { k = 0; } else { k = 2; }
  char *p = calloc(k == 0 ? 7 : 8, 1);
  k = 0;
  for (int i = 0; i < 3; i++) { if (i & 1) t++; else t--; }
  if (klee_get_obj_size(p) == 7) t = 5;
  return 0;
}
