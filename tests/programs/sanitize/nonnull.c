// Null where a declaration excludes it: an argument, a result.
//~ FLAGS: --sanitize undefined
//~ PATHS: any
#include <klee/klee.h>

__attribute__((nonnull)) static int is_set(int *p) { return *p != 0; }

static int value = 3;

__attribute__((returns_nonnull)) static int *find(int n) {
  return n == 2 ? 0 : &value; //~ ERROR null-argument
}

int main(void) {
  int n = klee_range(0, 3, "n");
  if (n == 1)
    return is_set(n == 1 ? 0 : &value); //~ ERROR null-argument
  return *find(n);
}
