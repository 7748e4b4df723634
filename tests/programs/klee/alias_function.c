// Calls of one function go to another one.
#include <klee/klee.h>
int original(int x) { return x + 1; }
int replacement(int x) { return x + 100; }
int main(void) {
  klee_assert(original(1) == 2);
  klee_alias_function("original", "replacement");
  klee_assert(original(1) == 101);
  klee_assert(replacement(1) == 101);
  return 0;
}
//~ PATHS: 1
