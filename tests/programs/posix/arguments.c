// None or one unknown argument of two bytes, then one of one byte, and variables.
//~ FLAGS: --sym-args 0 1 2 --sym-arg 1 --env HOME=/box --sym-env NAME 1
//~ PATHS: 2
#include <klee/klee.h>
#include <stdlib.h>
#include <string.h>

int main(int argc, char **argv) {
  klee_assert(argc == 2 || argc == 3);
  klee_assert(strcmp(getenv("HOME"), "/box") == 0);
  const char *name = getenv("NAME");
  klee_assert(name != NULL && name[1] == 0);
  klee_assert(argv[argc] == NULL && argv[argc - 1][1] == 0);
  return argc == 3 ? argv[1][0] == '-' : name[0] == 'N';
}
