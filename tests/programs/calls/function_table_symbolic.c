// The same table with an unknown index: one path for each function.
#include <klee/klee.h>
static int which;
static void a(void) { which = 0; }
static void b(void) { which = 1; }
static void c(void) { which = 2; }
static void (*const table[3])(void) = {a, b, c};
int main(void) {
  unsigned i;
  klee_make_symbolic(&i, sizeof i, "i");
  klee_assume(i < 3);
  table[i]();
  klee_assert(which == (int)i);
  return 0;
}
//~ PATHS: 3
