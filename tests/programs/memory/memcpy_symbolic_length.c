// memcpy of an unknown number of bytes: the rest keeps its value.
#include <klee/klee.h>
#include <string.h>
int main(void) {
  char to[8] = "AAAAAAA", from[8] = "bbbbbbb";
  size_t n;
  klee_make_symbolic(&n, sizeof n, "n");
  klee_assume(n <= 7);
  memcpy(to, from, n);
  int copied = 0;
  for (int i = 0; i < 7; i++) copied += to[i] == 'b';
  klee_assert((size_t)copied == n);
  return 0;
}
//~ PATHS: any
