// A variable of a block, used after the block.
#include <pleach.h>
int main(void) {
  int *p = 0;
  int other = 5;
  if (pleach_int("n") == 7) {
    int inner = 3;
    p = &inner;
  } else {
    p = &other;
  }
  return *p; //~ ERROR use-after-scope
}
//~ PATHS: 2
//~ INPUT n = 7
