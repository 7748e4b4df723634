// The handlers are the engine's, whatever the C library.
//~ FLAGS: --sanitize undefined --libc small
//~ PATHS: any
#include <klee/klee.h>

int main(void) {
  int a = klee_int("a");
  if (a > 100)
    return a * a; //~ ERROR signed-overflow
  return 100 / a; //~ ERROR division-by-zero
}
