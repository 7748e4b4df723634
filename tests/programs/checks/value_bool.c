// A _Bool that is neither true nor false.
//~ FLAGS: --check value
#include <pleach.h>
#include <stdbool.h>
#include <string.h>
struct flags {
  bool a, b;
};
int main(void) {
  struct flags f;
  memset(&f, pleach_range(0, 3, "byte"), sizeof f);
  if (f.a) return 1; //~ ERROR invalid-value
  bool copy = f.b;
  return copy;
}
//~ PATHS: any
//~ INPUT byte = 2
