// Every way returns, and main need not.
//~ FLAGS: --sanitize undefined
//~ PATHS: any
#include <klee/klee.h>

static int name(int n) {
  if (n == 0)
    return 'a';
  return 'b';
}

int main() { name(klee_range(0, 2, "n")); }
