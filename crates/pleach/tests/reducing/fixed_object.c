#include <pleach.h>
#include <klee/klee.h>
static int t;
int main(void) {
  int way = pleach_choose(3);
  if (way == 0) klee_define_fixed_object((void *)0x10000, 16); else if (way == 1) t = 0; else klee_define_fixed_object((void *)0x10000, 16);
  t = 0;
  for (int i = 0; i < 3; i++) { if (i & 1) t++; else t--; }
  *(volatile char *)0x10000 = 1;
  return 0;
}
