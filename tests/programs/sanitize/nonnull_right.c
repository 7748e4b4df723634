// Pointers that are what they promise to be.
//~ FLAGS: --sanitize undefined,nullability
//~ PATHS: any
#include <klee/klee.h>
#include <string.h>

static int value = 3;

__attribute__((nonnull, returns_nonnull)) static int *same(int *p) { return p; }

int main(void) {
  int n = klee_range(0, 3, "n");
  char text[4] = "ab";
  memcpy(text, "cd", n);
  return *same(&value) + (int)strlen(text) == 7;
}
