// Branch-free choice between two pointers.
#include <klee/klee.h>
#include <stdint.h>
int main(void) {
  int x = 1, y = 2;
  unsigned char which;
  klee_make_symbolic(&which, sizeof which, "which");
  uintptr_t mask = (uintptr_t)0 - (uintptr_t)(which & 1);
  int *p = (int *)(((uintptr_t)&x & ~mask) | ((uintptr_t)&y & mask));
  klee_assert(*p == 1 + (which & 1));
  return 0;
}
//~ PATHS: any
