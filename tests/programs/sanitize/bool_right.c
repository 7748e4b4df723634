// Truth values of any origin that are 0 or 1.
//~ FLAGS: --sanitize undefined
//~ PATHS: any
#include <klee/klee.h>
#include <stdbool.h>

int main(void) {
  bool b;
  klee_make_symbolic(&b, sizeof b, "b");
  unsigned char byte = *(unsigned char *)&b;
  klee_assume(byte <= 1);
  bool c = byte * 200;
  return b != c;
}
