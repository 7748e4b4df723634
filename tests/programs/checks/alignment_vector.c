// Instructions for whole vectors fault: always an error.
typedef float four __attribute__((vector_size(16)));
#include <pleach.h>
int main(void) {
  _Alignas(16) char bytes[64] = {0};
  four *p = (four *)(bytes + 4 * pleach_range(0, 8, "i"));
  four v = *p; //~ ERROR misaligned-access
  return v[0] > 1;
}
//~ PATHS: any
