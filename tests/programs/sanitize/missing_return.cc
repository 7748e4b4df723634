// The end of a function that promises a value. The sanitizer names the function's line.
//~ FLAGS: --sanitize undefined
//~ PATHS: any
//~ INPUT n = 2
#include <klee/klee.h>

#pragma clang diagnostic ignored "-Wreturn-type"

static int name(int n) { //~ ERROR missing-return
  if (n == 0)
    return 'a';
  if (n == 1)
    return 'b';
}

int main() { return name(klee_range(0, 3, "n")); }
