// Unknown values travel through variable arguments.
#include <klee/klee.h>
#include <stdarg.h>
static int pick(int index, ...) {
  va_list args;
  va_start(args, index);
  int value = 0;
  for (int i = 0; i <= index; i++) value = va_arg(args, int);
  va_end(args);
  return value;
}
int main(void) {
  int x = klee_int("x"), y = klee_int("y");
  klee_assert(pick(0, x, y) == x);
  klee_assert(pick(1, x, y) == y);
  klee_assert(pick(7, 0, 0, 0, 0, 0, 0, 0, y) == y);
  return 0;
}
//~ PATHS: 1
