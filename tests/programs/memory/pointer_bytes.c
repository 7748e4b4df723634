// A pointer copied byte by byte is still a pointer.
#include <klee/klee.h>
int main(void) {
  int value = 9, *from = &value, *to;
  for (unsigned i = 0; i < sizeof from; i++) ((char *)&to)[i] = ((char *)&from)[i];
  *to = 10;
  klee_assert(value == 10);
  return 0;
}
//~ PATHS: 1
