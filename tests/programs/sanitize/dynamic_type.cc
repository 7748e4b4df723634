// Dynamic types are not checked: a warning, and the path goes on.
//~ FLAGS: -fsanitize=undefined,vptr
//~ PATHS: any
#include <klee/klee.h>

struct Base {
  virtual int value() { return 1; }
  virtual ~Base() {}
};
struct Derived : Base {
  int value() override { return 2; }
};

int main() {
  Derived derived;
  Base base;
  Base *p = klee_range(0, 2, "n") ? &base : &derived;
  return p->value() + 2147483647 > 0; //~ ERROR signed-overflow
}
