// A variable of a loop's body, used after the loop.
#include <pleach.h>
int main(void) {
  int *last = 0, sum = 0, n = pleach_range(0, 4, "n");
  for (int i = 0; i < n; i++) {
    int here = i;
    if (last) last = 0;
    last = &here;
    sum += *last;
  }
  if (last) sum += *last; //~ ERROR use-after-scope
  return sum;
}
//~ PATHS: 4
