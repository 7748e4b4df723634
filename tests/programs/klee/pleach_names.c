// The same functions under pleach's names.
#include <pleach.h>
int main(void) {
  int x = pleach_int("x"), y = pleach_range(0, 10, "y");
  char buffer[4];
  pleach_symbolic(buffer, sizeof buffer, "buffer");
  pleach_assume(x > 3);
  pleach_assert(y < 10);
  pleach_assert(pleach_is_symbolic((uintptr_t)buffer[0]));
  pleach_assert(pleach_object_size(buffer) == 4);
  if (x == 4) pleach_stop(0);
  pleach_assert(x != 5); //~ ERROR assert
  return 0;
}
//~ PATHS: 3
//~ TESTS: 3
