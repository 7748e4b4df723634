// Pointers stored into and read from memory that was unknown before.
#include <klee/klee.h>
int main(void) {
  int target = 42;
  int *slots[4];
  unsigned i;
  klee_make_symbolic(slots, sizeof slots, "slots");
  klee_make_symbolic(&i, sizeof i, "i");
  klee_assume(i < 4);
  for (int k = 0; k < 4; k++) slots[k] = &target;
  klee_assert(*slots[i] == 42);
  return 0;
}
//~ PATHS: any
