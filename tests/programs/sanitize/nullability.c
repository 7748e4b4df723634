// The same with clang's annotations of types.
//~ FLAGS: --sanitize nullability
//~ PATHS: any
#include <klee/klee.h>

static int value = 3;

static int *_Nonnull find(int n) {
  return n == 2 ? 0 : &value; //~ ERROR null-argument
}

static int is_set(int *_Nonnull p) { return *p != 0; }

int main(void) {
  int n = klee_range(0, 3, "n");
  int *p = n == 1 ? 0 : &value;
  if (n == 1)
    return is_set(p); //~ ERROR null-argument
  return *find(n);
}
