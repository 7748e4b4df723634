// The one float that is 2.5 away from 4, upwards.
#include <klee/klee.h>
int main(void) {
  float x;
  klee_make_symbolic(&x, sizeof x, "x");
  if (x > 4.0f)
    if (x < 100.0f)
      klee_assert(x - 4.0f != 2.5f); //~ ERROR assert
  return 0;
}
//~ PATHS: 4
//~ INPUT x = hex 00 00 d0 40
