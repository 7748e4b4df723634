// Global objects are made before main and destroyed after it; local static ones at first use.
#include <cstdio>
struct Loud {
  const char *name;
  explicit Loud(const char *n) : name(n) { std::printf("make %s\n", name); }
  ~Loud() { std::printf("destroy %s\n", name); }
};
static Loud global("global");
static Loud &lazy() {
  static Loud local("local");
  return local;
}
int main() {
  std::printf("main\n");
  lazy(), lazy();
  return 0;
}
//~ EXEC
//~ PATHS: 1
