// Processors do that, and programs rely on it.
#include <pleach.h>
int main(void) {
  char bytes[32] = {0};
  *(int *)(bytes + pleach_range(0, 20, "i")) = 5;
  return *(short *)(bytes + 1);
}
//~ PATHS: any
