// Thrown through two calls, destructors run, the right handler catches.
#include <cstdio>
struct Guard {
  const char *name;
  ~Guard() { std::printf("leaving %s\n", name); }
};
struct Error { int code; };
static void inner(int x) {
  Guard guard{"inner"};
  if (x == 1) throw 5;
  if (x == 2) throw Error{7};
  if (x == 3) throw "text";
}
static int outer(int x) {
  Guard guard{"outer"};
  try {
    inner(x);
  } catch (const Error &e) {
    return e.code;
  } catch (int n) {
    return -n;
  }
  return 0;
}
int main() {
  for (int x = 0; x < 4; x++) {
    try {
      std::printf("%d\n", outer(x));
    } catch (...) {
      std::printf("something else\n");
    }
  }
  return 0;
}
//~ EXEC
//~ PATHS: 1
