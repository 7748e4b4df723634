// A structure of unknown values returned in registers.
#include <klee/klee.h>
struct pair { int first, second; };
static struct pair sorted(int a, int b) {
  if (a <= b) return (struct pair){a, b};
  return (struct pair){b, a};
}
int main(void) {
  int a = klee_int("a"), b = klee_int("b");
  struct pair p = sorted(a, b);
  klee_assert(p.first <= p.second);
  return 0;
}
//~ PATHS: 2
