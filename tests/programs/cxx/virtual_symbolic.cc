// Which method runs depends on an unknown input.
#include <klee/klee.h>
struct Animal { virtual int legs() const = 0; };
struct Bird : Animal { int legs() const override { return 2; } };
struct Spider : Animal { int legs() const override { return 8; } };
int main() {
  Bird bird;
  Spider spider;
  const Animal *animals[2] = {&bird, &spider};
  unsigned i;
  klee_make_symbolic(&i, sizeof i, "i");
  klee_assume(i < 2);
  klee_assert(animals[i]->legs() == (i == 0 ? 2 : 8));
  return 0;
}
//~ PATHS: 2
