// A device's registers at their address.
#include <klee/klee.h>
#include <stdint.h>
int main(void) {
  volatile uint32_t *device = (volatile uint32_t *)0x10000;
  klee_define_fixed_object((void *)device, 16);
  device[0] = 5;
  device[3] = 6;
  klee_assert(device[0] + device[3] == 11);
  return (int)device[4]; //~ ERROR out-of-bounds-read
}
//~ PATHS: 1
