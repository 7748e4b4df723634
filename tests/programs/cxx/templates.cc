// Templates, lambdas, references, overloads, member pointers.
#include <cstdio>
template <typename T, int N> struct Stack {
  T items[N];
  int count = 0;
  void push(T item) { items[count++] = item; }
  T pop() { return items[--count]; }
};
template <typename F> static int apply(F f, int n) { return n == 0 ? 0 : f(n) + apply(f, n - 1); }
struct Pair {
  int first, second;
  int sum() const { return first + second; }
};
int main() {
  Stack<double, 4> stack;
  stack.push(1.5), stack.push(2.5);
  int offset = 10;
  auto add = [&offset](int x) { return x + offset++; };
  int Pair::*member = &Pair::second;
  int (Pair::*method)() const = &Pair::sum;
  Pair pair{3, 4};
  std::printf("%g %d %d %d %d\n", stack.pop(), apply(add, 3), offset, pair.*member, (pair.*method)());
  return 0;
}
//~ EXEC
//~ PATHS: 1
