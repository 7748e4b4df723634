// What is reached at the end depends on a number only by way of a branch whose sides are both covered.
#include <pleach.h>
static int number, flag, other;
static void classify(int n) {
  if (n == 3)
    flag = 1;
  else
    flag = 0;
}
int main(void) {
  classify(3);
  classify(4);
  switch (pleach_choose(4)) {
    case 0: number = 0; break;
    case 1: number = 3; break;
    case 2: number = 5; break;
    default: number = 7; break;
  }
  if (pleach_choose(2)) other = 1;
  classify(number);
  if (flag) return 1;
  return 0;
}
//~ PATHS: 8
