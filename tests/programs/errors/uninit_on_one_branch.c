/* A local that only one branch sets. */
//~ FLAGS: --check uninit
//~ PATHS: any
#include <klee/klee.h>

int main(void) {
  int n, x;
  klee_make_symbolic(&n, sizeof n, "n");
  if (n == 4) x = 1;
  if (x) //~ ERROR uninitialised
    return 1;
  return 0;
}
