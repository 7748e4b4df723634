// Figure 2 of Zhang, Yin, Lin 2018, `f3`: much comes before the second `if`. The states are joined at
// once, `g3` is executed once, and right before the second `if` they are taken apart again, with `flag`
// a plain number in both. Without merging: more than
// 2 to the power of 48 paths.
#include <klee/klee.h>
#include <stdio.h>
#ifndef SIZE
#define SIZE 24
#endif
int mixed;
static __attribute__((noinline)) void g1(void) { puts("equal"); }
static __attribute__((noinline)) void g2(void) { puts("different"); }
// Long, with questions of its own, and nothing in it becomes a plain number on one way only.
#define BIT(x, n)            \
  if (x >> ((n) % SIZE) & 1) \
    mix = mix * 3 + x;       \
  else                       \
    mix ^= x;
#define BITS(x, n) BIT(x, n) BIT(x, n + 1) BIT(x, n + 2) BIT(x, n + 3) BIT(x, n + 4) BIT(x, n + 5)
static __attribute__((noinline)) void g3(int a, int b) {
  int mix = a;
  BITS(a, 0) BITS(b, 0) BITS(a, 6) BITS(b, 6) BITS(a, 12) BITS(b, 12) BITS(a, 18) BITS(b, 18)
  mixed += mix;
}
static __attribute__((noinline)) void f3(int a, int b) {
  int flag = 0;
  if (a == b)
    flag = 1;
  g3(a, b);
  if (flag)
    g1();
  else
    g2();
}
int main(void) {
  f3(klee_int("a"), klee_int("b"));
  return 0;
}
//~ FLAGS: --merge dynamic --jobs 1 --max-forks 60
//~ PATHS: 1
