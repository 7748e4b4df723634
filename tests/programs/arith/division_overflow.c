// The quotients that the processor cannot give stop the program, checked for or not: a division
// by zero is another error.
#include <klee/klee.h>
#include <limits.h>
typedef int v4 __attribute__((vector_size(16)));
int main(void) {
  int x = klee_int("x");
  long y;
  klee_make_symbolic(&y, sizeof y, "y");
  switch (klee_range(0, 7, "way")) {
    case 0:
      klee_assume(x != 0);
      return INT_MIN / x; //~ ERROR signed-overflow
    case 1:
      klee_assume(x != 0);
      return INT_MIN % x; //~ ERROR signed-overflow
    case 2:
      return (int)(y / -1); //~ ERROR signed-overflow
    case 3:
      klee_assume(y != 0);
      return (int)(LONG_MIN % y); //~ ERROR signed-overflow
    case 4: {
      volatile int least = INT_MIN, one = -1;
      return least / one; //~ ERROR signed-overflow
    }
    case 5: {
      volatile long least = LONG_MIN, one = -1;
      return (int)(least % one); //~ ERROR signed-overflow
    }
    default: {
      v4 a = {1, INT_MIN, 3, 4}, b = {1, x, 1, 1};
      klee_assume(x != 0);
      v4 c = a / b; //~ ERROR signed-overflow
      return c[0];
    }
  }
}
//~ PATHS: 12
