// A reference has no null: the cast throws.
struct A { virtual ~A() {} };
struct B : A { int b = 1; };

int main() {
  A a;
  A &as_a = a;
  return dynamic_cast<B &>(as_a).b; //~ ERROR uncaught-exception
}
//~ PATHS: 1
