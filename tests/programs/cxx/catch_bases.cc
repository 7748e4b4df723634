// Handlers see public bases that are there once, virtual ones too; a null pointer stays null.
//~ EXEC
//~ PATHS: 1
#include <cstdio>

struct A { int a = 1; };
struct B { int b = 2; virtual ~B() {} };
struct V : virtual B { int v = 3; };
struct W : virtual B { int w = 4; };
struct Joined : A, V, W { int j = 5; };
struct L : A { int l = 6; };
struct R : A { int r = 7; };
struct Twice : L, R { int t = 8; };
struct Hidden : private A, public B { int h = 9; };

template <class Thrown> void show(const char *what, Thrown thrown) {
  try {
    throw thrown;
  } catch (A &a) {
    std::printf("%s: A %d\n", what, a.a);
  } catch (B &b) {
    std::printf("%s: B %d\n", what, b.b);
  } catch (A *a) {
    std::printf("%s: A * %d\n", what, a ? a->a : -1);
  } catch (B *b) {
    std::printf("%s: B * %d\n", what, b ? b->b : -1);
  } catch (void *p) {
    std::printf("%s: void * %d\n", what, p != nullptr);
  } catch (...) {
    std::printf("%s: something\n", what);
  }
}

int main() {
  Joined joined;
  Twice twice;
  Hidden hidden;
  W w;
  int number = 1;
  show("joined", joined);
  show("twice", twice);
  show("hidden", hidden);
  show("w", w);
  show("pointer to joined", &joined);
  show("pointer to twice", &twice);
  show("pointer to hidden", &hidden);
  show("pointer to w", &w);
  show("null to w", (W *)nullptr);
  show("null to hidden", (Hidden *)nullptr);
  show("number", number);
  show("pointer to number", &number);
  return 0;
}
