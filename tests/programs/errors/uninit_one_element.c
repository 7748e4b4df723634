/* Only one element is unset: exactly that index is an error, the others go on. */
//~ FLAGS: --check uninit
//~ PATHS: any
#include <klee/klee.h>

int main(void) {
  int seen[4];
  for (int i = 0; i < 3; i++) seen[i] = i & 1;
  unsigned i;
  klee_make_symbolic(&i, sizeof i, "i");
  klee_assume(i < 4);
  if (seen[i]) //~ ERROR uninitialised
    return 1;
  return 0;
}
//~ INPUT i = 3
