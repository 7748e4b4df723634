// Globals without initialiser are 0.
#include <klee/klee.h>
static int numbers[1000];
static struct { char *p; double d; } s;
int main(void) {
  unsigned i;
  klee_make_symbolic(&i, sizeof i, "i");
  klee_assume(i < 1000);
  klee_assert(numbers[i] == 0);
  klee_assert(s.p == 0 && s.d == 0);
  return 0;
}
//~ PATHS: 1
