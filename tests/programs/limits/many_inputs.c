// A thousand unknown bytes, one of which matters.
#include <klee/klee.h>
int main(void) {
  unsigned char bytes[1000];
  klee_make_symbolic(bytes, sizeof bytes, "bytes");
  unsigned sum = 0;
  for (int i = 0; i < 1000; i++) sum += bytes[i] & (i == 500 ? 0xff : 0);
  klee_assert(sum != 200); //~ ERROR assert
  return 0;
}
//~ PATHS: 2
