// Figure 2 of Zhang, Yin, Lin 2018, `f3`: much comes before the second `if`. The states are joined at
// once, `g3` is executed once, and right before the second `if` they are taken apart again, with `flag`
// a plain number in both. Without merging: more than 2 to the power of 48 paths.
#include <klee/klee.h>
#include <stdio.h>
#ifndef SIZE
#define SIZE 48
#endif
int mixed;
static __attribute__((noinline)) void g1(void) { puts("equal"); }
static __attribute__((noinline)) void g2(void) { puts("different"); }
// Long, with questions of its own, and nothing in it becomes a plain number on one way only.
#define BIT(n)                  \
  if (both >> ((n) % SIZE) & 1) \
    mix = mix * 3 + a;          \
  else                          \
    mix ^= b;
#define BITS(n) BIT(n) BIT(n + 1) BIT(n + 2) BIT(n + 3) BIT(n + 4) BIT(n + 5) BIT(n + 6) BIT(n + 7)
static __attribute__((noinline)) void g3(int a, int b) {
  unsigned long both = (unsigned long)a << 32 | (unsigned)b;
  int mix = a;
  BITS(0) BITS(8) BITS(16) BITS(24) BITS(32) BITS(40)
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
