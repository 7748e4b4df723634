// One past the end, backwards, and nothing added to null.
//~ FLAGS: --sanitize undefined
//~ PATHS: any
#include <klee/klee.h>

static char room[8];

int main(void) {
  int n = klee_range(0, 9, "n");
  char *p = room + n, *end = room + 8;
  return p - n == room && end - p == 8 - n ? 0 : 1;
}
