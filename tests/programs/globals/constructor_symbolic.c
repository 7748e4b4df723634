// Unknown input made before main.
#include <klee/klee.h>
static int mode;
__attribute__((constructor)) static void configure(void) {
  klee_make_symbolic(&mode, sizeof mode, "mode");
  if (mode < 0) mode = 0;
}
int main(void) {
  klee_assert(mode >= 0);
  return 0;
}
//~ PATHS: 2
