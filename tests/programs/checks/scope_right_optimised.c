// The same in optimised code, where markers stand around inlined variables.
//~ FLAGS: -O2
#include <pleach.h>
#include <string.h>

static int total(const char *text) {
  char copy[16];
  strcpy(copy, text);
  int sum = 0;
  for (char *p = copy; *p; p++) sum += *p;
  return sum;
}

int main(void) {
  int sum = 0, n = pleach_range(0, 4, "n");
  for (int i = 0; i < n; i++) {
    char name[8];
    memset(name, 'a' + i, sizeof name);
    name[n] = 0;
    sum += total(name);
    char other[32] = "x";
    sum += total(other);
  }
  return sum == 1;
}
//~ PATHS: 4
