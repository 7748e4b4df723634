// A binary search tree of two unknown keys on the heap.
#include <klee/klee.h>
#include <stdlib.h>
struct tree { struct tree *less, *more; int key; };
static struct tree *insert(struct tree *t, int key) {
  if (t == NULL) {
    t = calloc(1, sizeof *t);
    if (t == NULL) klee_silent_exit(0);
    t->key = key;
  } else if (key < t->key) {
    t->less = insert(t->less, key);
  } else if (key > t->key) {
    t->more = insert(t->more, key);
  }
  return t;
}
static int size(const struct tree *t) { return t == NULL ? 0 : 1 + size(t->less) + size(t->more); }
int main(void) {
  int a = klee_int("a"), b = klee_int("b");
  struct tree *t = insert(insert(NULL, a), b);
  klee_assert((size(t) == 1) == (a == b));
  return 0;
}
//~ PATHS: 3
