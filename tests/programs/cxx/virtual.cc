// Virtual calls, abstract bases, multiple inheritance, destructors in order.
#include <cstdio>
struct Shape {
  virtual int area() const = 0;
  virtual ~Shape() { std::printf("~Shape\n"); }
};
struct Named {
  const char *name;
  explicit Named(const char *n) : name(n) {}
  virtual const char *title() const { return name; }
  virtual ~Named() { std::printf("~Named %s\n", name); }
};
struct Square : Shape, Named {
  int side;
  explicit Square(int s) : Named("square"), side(s) {}
  int area() const override { return side * side; }
  const char *title() const override { return "a square"; }
  ~Square() override { std::printf("~Square\n"); }
};
int main() {
  Square square(7);
  Shape &shape = square;
  Named &named = square;
  std::printf("%d %s %s\n", shape.area(), named.title(), named.name);
  return 0;
}
//~ EXEC
//~ PATHS: 1
