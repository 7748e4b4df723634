// Without arguments of its own the program gets its name only.
#include <klee/klee.h>
#include <stddef.h>
int main(int argc, char **argv) {
  klee_assert(argc == 1);
  klee_assert(argv[0] != NULL);
  klee_assert(argv[1] == NULL);
  return 0;
}
//~ PATHS: 1
