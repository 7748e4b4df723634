// Short-circuit evaluation: the right side runs only when needed.
#include <klee/klee.h>
static int calls;
static int called(int value) {
  calls++;
  return value;
}
int main(void) {
  int x = klee_int("x");
  if (x > 0 && called(1)) klee_assert(calls == 1);
  else klee_assert(calls == 0);
  if (x > 0 || called(0)) klee_assert(calls == 1);
  else klee_assert(calls == 1);
  return 0;
}
//~ PATHS: 2
