// Beyond the end of the address space, and before its start.
//~ FLAGS: --check pointer
#include <pleach.h>
#include <stdint.h>
int main(void) {
  int array[4] = {0};
  unsigned long n = (unsigned)pleach_int("n");
  if (n > 3) n <<= 32;
  int *p = array + n * 4; //~ ERROR pointer-overflow
  return p == array;
}
//~ PATHS: any
