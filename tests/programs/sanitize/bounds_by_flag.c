// The same with clang's own flag instead of ours.
//~ FLAGS: -fsanitize=bounds
//~ PATHS: any
//~ INPUT i = 4
#include <klee/klee.h>

struct record {
  int name[4];
  int admin;
};

int main(void) {
  struct record r = {{0}, 0};
  unsigned i = klee_range(0, 5, "i");
  r.name[i] = 1; //~ ERROR index-out-of-bounds
  return r.admin;
}
