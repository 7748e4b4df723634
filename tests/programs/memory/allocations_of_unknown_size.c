// The whole family: one path for what is too large, one for what is small.
#include <klee/klee.h>
#include <stdlib.h>
static unsigned long few_or_huge(const char *name) {
  unsigned long n;
  klee_make_symbolic(&n, sizeof n, name);
  klee_assume(((n >= 1) & (n <= 8)) | (n > 1ul << 40));
  return n;
}
static void use(char *p, unsigned long n) {
  if (p == NULL) klee_silent_exit(0);
  p[n - 1] = 1;
  klee_assert(p[n - 1] == 1);
  free(p);
  klee_silent_exit(0);
}
int main(void) {
  unsigned long n = few_or_huge("n");
  switch (klee_range(0, 4, "which")) {
  case 0: use(calloc(n, 1), n); break;
  case 1: use(calloc(n, 1ul << 20), n); break;
  case 2: use(realloc(malloc(4), n), n); break;
  case 3: use(aligned_alloc(64, n), n); break;
  }
  return 0;
}
//~ PATHS: any
//~ INCOMPLETE: the size of an allocation was fixed to one of its values
