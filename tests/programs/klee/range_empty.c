// An empty range is a mistake of the caller.
#include <klee/klee.h>
int main(void) {
  return klee_range(5, 5, "x"); //~ ERROR user
}
//~ PATHS: 1
