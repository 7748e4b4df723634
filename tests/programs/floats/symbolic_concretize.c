// With --float concretize an unknown float becomes one of its values: one path, still consistent.
#include <klee/klee.h>
int main(void) {
  float x;
  klee_make_symbolic(&x, sizeof x, "x");
  float y = x + 1.0f;
  if (y > 3.0f) return 1;
  return 0;
}
//~ PATHS: any
//~ INCOMPLETE: a float operand was fixed to one of its values
//~ FLAGS: --float concretize
