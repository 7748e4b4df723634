// A function finds what nobody has passed.
#include <pleach.h>
static double half(double d) { return d / 2; }
static int sum(int a, int b) { return a + b; }
static void nothing(int a) { (void)a; }
struct big {
  long parts[4];
};
static long first(struct big b) { return b.parts[0]; }
static float single(float f) { return f; }
int main(void) {
  int result = 0;
  switch (pleach_range(0, 6, "which")) {
    case 0: result = ((int (*)(int))half)(4); break; //~ ERROR wrong-function-type
    case 1: result = ((int (*)(int))sum)(4); break; //~ ERROR wrong-function-type
    case 2: result = ((int (*)(int))nothing)(4); break; //~ ERROR wrong-function-type
    case 3: result = (int)((long (*)(long *))first)(0); break; //~ ERROR wrong-function-type
    case 4: result = (int)((float (*)(double))single)(1.0); break; //~ ERROR wrong-function-type
    default: result = ((int (*)(double))sum)(1.5); //~ ERROR wrong-function-type
  }
  return result;
}
//~ PATHS: 6
