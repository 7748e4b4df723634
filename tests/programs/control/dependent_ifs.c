// The second condition follows from the first: no path for their contradiction.
#include <klee/klee.h>
int main(void) {
  int x = klee_int("x");
  int n = 0;
  if (x > 10) n++;
  if (x > 10) n++;
  if (x > 5 && n == 2) klee_assert(x > 10);
  return n;
}
//~ PATHS: 3
