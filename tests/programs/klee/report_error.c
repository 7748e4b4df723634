// The program's own kind of error.
#include <klee/klee.h>
int main(void) {
  int x = klee_int("x");
  if (x % 2 != 0) return 0;
  if (x == 1024) klee_report_error(__FILE__, __LINE__, "too many", "many.err"); //~ ERROR report-error
  return 1;
}
//~ PATHS: 3
//~ INPUT x = 1024
