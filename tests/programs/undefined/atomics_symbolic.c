// A compare-and-swap on an unknown value.
#include <klee/klee.h>
#include <stdatomic.h>
int main(void) {
  atomic_int lock;
  int x = klee_int("x"), expected = 0;
  atomic_init(&lock, x);
  if (atomic_compare_exchange_strong(&lock, &expected, 1)) klee_assert(x == 0 && atomic_load(&lock) == 1);
  else klee_assert(expected == x && x != 0);
  return 0;
}
//~ PATHS: 2
