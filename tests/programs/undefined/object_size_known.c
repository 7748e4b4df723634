// The size of an object as the compiler sees it, through pointers into it: the rest of the object,
// the largest or smallest of several, and all or nothing where it is not known.
#include <klee/klee.h>
#include <stdlib.h>
static char global[40];
int main(void) {
  char local[100], small[10];
  char *p = local, *q = global + 5, *h = malloc(24), *c = calloc(3, 5), *beyond = local + 100;
  klee_assert(__builtin_object_size(p, 0) == 100);
  klee_assert(__builtin_object_size(p + 30, 0) == 70);
  klee_assert(__builtin_object_size(p + 30, 2) == 70);
  klee_assert(__builtin_object_size(q, 0) == 35);
  klee_assert(__builtin_object_size(h, 0) == 24);
  klee_assert(__builtin_object_size(c + 5, 0) == 10);
  klee_assert(__builtin_object_size(beyond, 0) == 0);
  unsigned n = klee_range(1, 50, "n");
  char *one = n > 20 ? local : small, *unknown = *(char **)&one == p ? p : q;
  klee_assert(__builtin_object_size(one, 0) == 100);
  klee_assert(__builtin_object_size(one, 2) == 10);
  unknown = (char *)(unsigned long)n;
  klee_assert(__builtin_object_size(unknown, 0) == (size_t)-1);
  klee_assert(__builtin_object_size(unknown, 2) == 0);
  char *d = malloc(n);
  klee_assert(__builtin_dynamic_object_size(d, 0) == n);
  klee_assert(__builtin_dynamic_object_size(d + 1, 0) == n - 1);
  free(h), free(c), free(d);
  return 0;
}
//~ PATHS: any
