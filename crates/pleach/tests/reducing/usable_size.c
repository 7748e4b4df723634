#include <pleach.h>
#include <stdlib.h>
#include <malloc.h>
static int t;
int main(void) {
  int way = pleach_choose(3);
  int n;
  if (way == 0) n = 8; else if (way == 1) n = 7; else n = 8;
  char *p = malloc(n);
  n = 0;
  for (int i = 0; i < 3; i++) { if (i & 1) t++; else t--; }
  if (malloc_usable_size(p) == 7) t = 5;
  return 0;
}
