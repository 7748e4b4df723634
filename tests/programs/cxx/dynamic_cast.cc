// dynamic_cast as the standard has it: down, across and to the whole object, with virtual,
// repeated and private bases; and what it throws.
//~ EXEC
//~ PATHS: 1
#include <cstdio>
#include <typeinfo>

struct A { virtual ~A() {} int a = 1; };
struct B { virtual ~B() {} int b = 2; };
struct C : A { int c = 3; };
struct D : C, B { int d = 4; };

struct V : virtual A { int v = 5; };
struct W : virtual A { int w = 6; };
struct X : V, W, B { int x = 7; };

struct L : C { int l = 8; };
struct R : C { int r = 9; };
struct Twice : L, R { int t = 10; };            // two C, two A

class Hidden : A, public B { public: int h = 11; A *base() { return this; } };
class Shut : C, public B { public: A *base() { return this; } };
struct Half : private V, public W { V *left() { return this; } };
struct Shared : V, W { int s = 12; };
struct More : Shared, C { int m = 13; };         // one virtual A, one plain

namespace { struct Local : A { int l = 14; }; }

template <class To, class From> void cast(const char *what, From *from) {
  To *to = dynamic_cast<To *>(from);
  std::printf("%s: %d %d\n", what, to != nullptr,
              to != nullptr && dynamic_cast<const void *>(to) == dynamic_cast<const void *>(from));
}

struct Watching : B {
  A *other = nullptr;
  Watching() { std::printf("in its constructor: %d\n", dynamic_cast<D *>((B *)this) != nullptr); }
};

int main() {
  A a; B b; C c; D d; X x; Twice t; Hidden h; Shut s; Half half; Shared shared; More more; Local local;
  cast<C>("A is no C", &a);
  cast<C>("C as A", (A *)&c);
  cast<D>("C is no D", (A *)&c);
  cast<D>("D as A", (A *)&d);
  cast<B>("across", (A *)&d);
  cast<A>("across, back", (B *)&d);
  cast<D>("second base", (B *)&d);
  std::printf("%d %d\n", dynamic_cast<D *>((B *)&d)->d, dynamic_cast<B *>((A *)&d)->b);
  cast<X>("virtual", (A *)&x);
  cast<V>("virtual, one side", (A *)&x);
  cast<W>("virtual, other side", (A *)&x);
  cast<W>("between sides", (V *)&x);
  cast<B>("virtual, across", (A *)&x);
  std::printf("%d %d\n", dynamic_cast<X *>((A *)&x)->x, dynamic_cast<W *>((V *)&x)->w);
  cast<Twice>("repeated, left", (A *)(L *)&t);
  cast<C>("repeated, to its own", (A *)(R *)&t);
  cast<R>("repeated, across", (A *)(L *)&t);
  cast<L>("repeated, left to left", (A *)(L *)&t);
  cast<Hidden>("private base", h.base());
  cast<B>("private base, across", h.base());
  cast<A>("to a private base", (B *)&h);
  cast<C>("within a private base", s.base());
  cast<Shut>("out of a private base", s.base());
  cast<W>("a private side", half.left());
  cast<W>("private and public way", (A *)(W *)&half);
  cast<Half>("private and public way, whole", (A *)(W *)&half);
  cast<C>("one of two", (A *)(C *)&more);
  cast<C>("the other of two", (A *)(V *)&more);
  cast<More>("whole of two", (A *)(Shared *)&more);
  cast<Local>("unnamed namespace", (A *)&local);
  cast<C>("nothing", (A *)nullptr);
  cast<const C>("const", (const A *)&c);
  std::printf("%d\n", dynamic_cast<void *>((B *)&d) == &d);
  Watching watching;
  try {
    std::printf("%d\n", dynamic_cast<D &>((A &)d).d);
    std::printf("%d\n", dynamic_cast<D &>((A &)c).d);
  } catch (std::bad_cast &e) {
    std::printf("%s\n", e.what());
  }
  try {
    (void)dynamic_cast<B &>(static_cast<A &>(c));
  } catch (std::exception &e) {
    std::printf("%s %d\n", e.what(), dynamic_cast<std::bad_cast *>(&e) != nullptr);
  }
  A *none = nullptr;
  try {
    std::printf("%s\n", typeid(*none).name());
  } catch (std::bad_typeid &e) {
    std::printf("%s\n", e.what());
  }
  A *as[] = {&a, &c, &d, &x, &local};
  for (A *one : as)
    std::printf("%s %d %d %d\n", typeid(*one).name(), typeid(*one) == typeid(D),
                typeid(*one) != typeid(A), typeid(*one).before(typeid(C)));
  std::printf("%s %s %s %d\n", typeid(int).name(), typeid(const char *).name(), typeid(a).name(),
              typeid(int) == typeid(unsigned));
  return 0;
}
