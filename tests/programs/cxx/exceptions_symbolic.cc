// An unknown input decides what is thrown.
#include <klee/klee.h>
static int parse(int x) {
  if (x < 0) throw x;
  if (x > 100) throw 2.5;
  return x;
}
int main() {
  int x = klee_int("x");
  try {
    klee_assert(parse(x) <= 100);
    return 0;
  } catch (int n) {
    klee_assert(n < 0);
    return 1;
  } catch (double d) {
    klee_assert(x > 100);
    return 2;
  }
}
//~ PATHS: 3
