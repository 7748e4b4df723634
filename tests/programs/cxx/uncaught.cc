// An exception that nobody catches.
#include <klee/klee.h>
static void check(int x) {
  if (x == 99) throw x; //~ ERROR uncaught-exception
}
int main() {
  int x = klee_int("x");
  try {
    check(x);
  } catch (const char *) {
    return 1;
  }
  return 0;
}
//~ PATHS: 2
//~ INPUT x = 99
