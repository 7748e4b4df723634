// new and delete, of single objects and of arrays with destructors.
#include <cstdio>
struct Counted {
  static int alive;
  int value = 4;
  Counted() { alive++; }
  ~Counted() { alive--; }
};
int Counted::alive = 0;
int main() {
  Counted *one = new Counted, *many = new Counted[5];
  std::printf("%d %d\n", Counted::alive, one->value + many[4].value);
  delete one;
  delete[] many;
  std::printf("%d\n", Counted::alive);
  return 0;
}
//~ EXEC
//~ PATHS: any
