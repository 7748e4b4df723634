// An int at an unknown address: every third one is wrong.
//~ FLAGS: --check alignment
#include <pleach.h>
int main(void) {
  _Alignas(16) char bytes[32] = {0};
  int i = pleach_range(0, 8, "i");
  int *p = (int *)(bytes + i);
  int first = *p; //~ ERROR misaligned-access
  if (i == 0) return first;
  char *half = bytes + i;
  *(long *)half = 1; //~ ERROR misaligned-access
  return 0;
}
//~ PATHS: any
