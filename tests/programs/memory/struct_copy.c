// Structures by assignment, nested, with arrays in them.
#include <klee/klee.h>
struct inner { char c; int values[3]; };
struct outer { struct inner left, right; double d; };
int main(void) {
  struct outer a = {{'l', {1, 2, 3}}, {'r', {4, 5, 6}}, 2.5}, b;
  int x = klee_int("x");
  a.right.values[1] = x;
  b = a;
  a.right.values[1] = 0;
  klee_assert(b.right.values[1] == x);
  klee_assert(b.left.values[2] == 3 && b.right.c == 'r' && b.d == 2.5);
  return 0;
}
//~ PATHS: 1
