// Without merging: 2 paths.
#include <assert.h>
#include <pleach.h>
int main(void) {
  int x;
  pleach_symbolic(&x, sizeof x, "x");
  int sign = 1;
  pleach_open_merge();
  if (x < 0)
    sign = -1;
  pleach_close_merge();
  assert((sign == -1) == (x < 0));
  return 0;
}
//~ FLAGS: --merge manual --jobs 1
//~ PATHS: 1
