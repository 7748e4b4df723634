// One `va_arg` more than there are arguments, in registers and behind them, and one of another
// kind: each reads what nobody passed.
#include <klee/klee.h>
#include <stdarg.h>
static long sum(int n, ...) {
  va_list list;
  va_start(list, n);
  long total = 0;
  for (int i = 0; i < n; i++) total += va_arg(list, long); //~ ERROR out-of-bounds-read
  va_end(list);
  return total;
}
static double first(int n, ...) {
  va_list list;
  va_start(list, n);
  double d = va_arg(list, double); //~ ERROR out-of-bounds-read
  va_end(list);
  return d;
}
int main(void) {
  switch (klee_range(0, 5, "way")) {
    case 0: return (int)sum(2, 1L, 2L);
    case 1: return (int)sum(3, 1L, 2L);
    case 2: return (int)sum(8, 1L, 2L, 3L, 4L, 5L, 6L, 7L, 8L);
    case 3: return (int)sum(9, 1L, 2L, 3L, 4L, 5L, 6L, 7L, 8L);
    default: return (int)first(1, 1L);
  }
}
//~ PATHS: 5
