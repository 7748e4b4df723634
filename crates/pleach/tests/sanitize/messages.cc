// As messages.c, for what only C++ has.
#include <cstdlib>
#include <cstring>
#include <new>

enum Colour { red, green, blue };
enum class Small : unsigned char { a, b };
struct Base {
  virtual int f() { return 1; }
  int x = 0;
};
struct Derived : Base {
  int f() override { return 2; }
  int y = 0;
};

volatile int seven = 7, one = 1;
volatile long sink;
void *nothing;
alignas(16) char bytes[32];

static int no_return(int n) {
  if (n == 0)
    return 1;
}

static int refers(int &n) { return n != 0; }

static void run(int which) {
  switch (which) {
  case 1: sink = no_return(one); break;
  case 2: { Colour c; int n = seven; memcpy(&c, &n, sizeof c); sink = c; break; }
  case 3: { bool b; memset(&b, seven, 1); sink = b; break; }
  case 4: sink = refers(*static_cast<int *>(nothing)); break;
  case 5: sink = static_cast<Base *>(nothing)->x; break;
  case 6: sink = static_cast<Base *>(nothing)->f(); break;
  case 7: sink = (new (reinterpret_cast<void *>(bytes + one)) Base)->x; break;
  case 8: sink = static_cast<Derived *>(reinterpret_cast<Base *>(bytes + one))->y; break;
  }
}

#ifdef PLEACH
#include <klee/klee.h>
int main() {
  run(klee_range(0, 9, "which"));
  return 0;
}
#else
int main(int argc, char **argv) {
  run(argc > 1 ? atoi(argv[1]) : 0);
  return 0;
}
#endif
