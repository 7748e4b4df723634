// Without the flag there is nothing wrong with it: the bytes belong to the object.
//~ PATHS: any
#include <klee/klee.h>

struct record {
  int name[4];
  int admin;
};

int main(void) {
  struct record r = {{0}, 0};
  unsigned i = klee_range(0, 5, "i");
  r.name[i] = 1;
  return r.admin ? 1 : 0;
}
