// Every way in which a _Bool gets its value; and bytes that are none.
//~ FLAGS: --check value
#include <pleach.h>
#include <stdbool.h>
struct bits {
  bool a : 1;
  unsigned b : 1;
  bool whole;
};
static bool is_odd(int n) { return n & 1; }
int main(void) {
  int n = pleach_int("n");
  bool x = n, y = n & 4, *p = n > 5 ? &x : &y;
  struct bits bits = {n & 1, n & 1, n & 2};
  unsigned char byte = n;
  *p = is_odd(byte);
  if (*p && bits.a && bits.whole && (byte & 1)) return 1;
  return bits.b;
}
//~ PATHS: any
