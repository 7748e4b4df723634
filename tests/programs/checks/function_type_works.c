// Not the standard's, but every machine's: what programs do with function pointers.
#pragma clang diagnostic ignored "-Wdeprecated-non-prototype"
#include <assert.h>
#include <pleach.h>
#include <stdlib.h>
#include <string.h>
static int one(int a) { return a; }
static void set(int *to) { *to = 5; }
static int set_and_tell(int *to) {
  *to = 6;
  return 1;
}
static double mixed(int a, double d, char *text) { return a + d + text[0]; }
static int by_name(const char *a, const char *b) { return strcmp(a, b); }
static int old();
static double oldest();
int main(void) {
  int n = pleach_range(1, 3, "n"), x = 0;
  assert(((int (*)(int, int, void *))one)(n, 2, &n) == n);
  ((void (*)(void *))set)(&x);
  assert(x == 5);
  ((void (*)(int *, int))set_and_tell)(&x, 3);
  assert(x == 6);
  /* Integers and floats travel apart. */
  assert(((double (*)(double, int, char *))mixed)(0.5, n, "a") == n + 0.5 + 'a');
  assert(((int (*)(void *, void *))by_name)("a", "b") < 0);
  assert(old(3, 4.0) == 7);
  char c = 1;
  short s = 2;
  float f = 0.5f;
  assert(oldest(c, s, f) == 3.5);
  return 0;
}
static int old(a, d) int a; double d; { return a + (int)d; }
static double oldest(c, s, f) char c; short s; float f; { return c + s + f; }
//~ PATHS: any
