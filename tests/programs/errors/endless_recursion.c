// A recursion that never ends.
#include <klee/klee.h>
static volatile int stop;
static int f(int n) { return stop ? n : f(n + 1) + 1; } //~ ERROR stack-exhaustion
int main(void) {
  return f(0);
}
//~ PATHS: 1
