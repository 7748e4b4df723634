// Optimised code has markers of its own: they count.
//~ FLAGS: -O1
#include <pleach.h>
#include <stdlib.h>
int *keep;
__attribute__((noinline)) void store(int *p) { keep = p; }
__attribute__((noinline)) int use(void) { return *keep; } //~ ERROR use-after-scope
int main(void) {
  {
    int inner = pleach_int("n");
    store(&inner);
    if (inner == 3) exit(use());
  }
  return use();
}
//~ PATHS: 2
