// What kind of triangle? Four answers, more paths.
#include <klee/klee.h>
int main(void) {
  unsigned char a, b, c;
  klee_make_symbolic(&a, sizeof a, "a");
  klee_make_symbolic(&b, sizeof b, "b");
  klee_make_symbolic(&c, sizeof c, "c");
  if (a + b <= c || b + c <= a || a + c <= b) return 0;
  if (a == b && b == c) return 3;
  if (a == b || b == c || a == c) return 2;
  klee_assert(a != b && b != c && a != c);
  return 1;
}
//~ PATHS: 8
