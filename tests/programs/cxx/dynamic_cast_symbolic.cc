// Which class the object has is unknown: each is a path, and the wrong cast is found.
#include <klee/klee.h>

struct Shape { virtual ~Shape() {} };
struct Round : Shape { int radius = 3; };
struct Named { virtual ~Named() {} int length = 5; };
struct Square : Shape, Named { int side = 4; };

int main() {
  Round round;
  Square square;
  Shape plain, *shapes[] = {&plain, &round, &square};
  unsigned which;
  klee_make_symbolic(&which, sizeof which, "which");
  klee_assume(which < 3);
  Shape *shape = shapes[which];
  if (auto *r = dynamic_cast<Round *>(shape)) {
    klee_assert(which == 1 && r->radius == 3);
    return 1;
  }
  if (auto *n = dynamic_cast<Named *>(shape)) {
    klee_assert(which == 2 && n->length == 5);
    return 2;
  }
  return dynamic_cast<Square *>(shape)->side; //~ ERROR null-dereference
}
//~ PATHS: 3
