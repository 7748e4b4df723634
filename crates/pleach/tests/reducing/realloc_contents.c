#include <pleach.h>
#include <stdlib.h>
#include <string.h>
static volatile int t;
int main(void) {
  int n = 0;
  char *w = malloc(8); memset(w, 42, 8);
  int way = pleach_choose(3); if (way == 0) { n = 5; } else if (way == 1) { n = 8; } else { n = 6; }
  char *p = malloc(n); if (!p) return 1;
  memcpy(p, w, n); n = 0;
  for (int i = 0; i < 3; i++) { if (i & 1) t++; else t--; }
  p = realloc(p, 100); if (!p) return 1;
  if (p[7] == 42) t = 5;
  return 0;
}
