// Open addressing with an unknown key: at most one slot is found.
#include <klee/klee.h>
enum { SLOTS = 8 };
static unsigned keys[SLOTS];
static unsigned slot_of(unsigned key) {
  unsigned slot = key % SLOTS;
  while (keys[slot] != 0 && keys[slot] != key) slot = (slot + 1) % SLOTS;
  return slot;
}
int main(void) {
  unsigned key;
  keys[slot_of(3)] = 3;
  keys[slot_of(11)] = 11;
  klee_make_symbolic(&key, sizeof key, "key");
  klee_assume(key != 0);
  unsigned slot = slot_of(key);
  if (keys[slot] == key) klee_assert(key == 3 || key == 11);
  return 0;
}
//~ PATHS: any
