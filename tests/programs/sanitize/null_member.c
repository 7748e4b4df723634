// A member of a struct that is not there: an error before anything is read.
//~ FLAGS: --sanitize undefined
//~ PATHS: any
//~ INPUT n = 0
#include <klee/klee.h>

struct pair {
  int first, second;
};
static struct pair one;

int main(void) {
  unsigned char n;
  klee_make_symbolic(&n, sizeof n, "n");
  struct pair *p = n ? &one : 0;
  return &p->second == &one.second; //~ ERROR null-dereference
}
