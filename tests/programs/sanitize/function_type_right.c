// Right types, an unknown choice, and functions of the library, which carry no type.
//~ FLAGS: --sanitize undefined
//~ PATHS: any
#include <klee/klee.h>
#include <stdlib.h>
#include <string.h>

static int twice(int n) { return n + n; }
static int thrice(int n) { return 3 * n; }
static int compare(const void *a, const void *b) { return *(const int *)a - *(const int *)b; }

int main(void) {
  int (*functions[])(int) = {twice, thrice, abs};
  size_t (*measure)(const char *) = strlen;
  int numbers[] = {3, 1, 2};
  qsort(numbers, 3, sizeof(int), compare);
  int n = klee_range(0, 3, "n");
  return functions[n](-2) + (int)measure("abc") + numbers[0] == 9;
}
