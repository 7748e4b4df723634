// A call through a pointer to a function of another type.
//~ FLAGS: --sanitize undefined
//~ PATHS: any
#include <klee/klee.h>

static int twice(int n) { return n + n; }
static int longer(long n) { return n > 3; }

typedef int function(int);

int main(void) {
  int n = klee_range(0, 2, "n");
  function *f = n ? (function *)(void *)longer : twice;
  return f(n); //~ ERROR wrong-function-type
}
