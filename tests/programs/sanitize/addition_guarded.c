// The same where it cannot overflow.
//~ FLAGS: --sanitize undefined
//~ PATHS: 2
#include <klee/klee.h>
#include <limits.h>

int main(void) {
  int n = klee_int("n");
  if (n == INT_MAX)
    return 1;
  return n + 1 == 7;
}
