// Which of the functions in a table has the wrong type.
#include <pleach.h>
static int one(int a) { return a; }
static int two(int a, int *b) { return a + *b; }
static void *table[2] = {(void *)one, (void *)two};
int main(void) {
  int (*f)(int) = (int (*)(int))table[pleach_range(0, 2, "i")];
  return f(3); //~ ERROR wrong-function-type
}
//~ PATHS: 2
//~ INPUT i = 1
