// A vector of unknowns.
#include <klee/klee.h>
typedef unsigned v4 __attribute__((vector_size(16)));
int main(void) {
  v4 a, b;
  klee_make_symbolic(&a, sizeof a, "a");
  klee_make_symbolic(&b, sizeof b, "b");
  v4 sum = a + b, swapped = __builtin_shufflevector(sum, sum, 3, 2, 1, 0);
  klee_assert(swapped[0] == a[3] + b[3]);
  klee_assert((a ^ a)[2] == 0);
  if ((a > b)[1]) klee_assert(a[1] > b[1]);
  return 0;
}
//~ PATHS: 2
