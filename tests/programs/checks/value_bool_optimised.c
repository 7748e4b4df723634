// The same where the optimiser knows what a _Bool can be.
//~ FLAGS: --check value -O1
#include <pleach.h>
#include <stdbool.h>
#include <string.h>
struct flags {
  bool a, b;
};
int main(void) {
  struct flags f;
  memset(&f, pleach_range(0, 3, "byte"), sizeof f);
  volatile struct flags *p = &f;
  return p->a; //~ ERROR invalid-value
}
//~ PATHS: any
//~ INPUT byte = 2
