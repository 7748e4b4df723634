// Figure 2 of Zhang, Yin, Lin 2018, `f1`: what differs behind the first `if` is asked about at once, and
// nothing comes behind that. The states are not joined before the second `if`, where each knows `flag`.
// They may be where the program ends. Without merging: 2 paths.
#include <klee/klee.h>
#include <stdio.h>
#include <stdlib.h>
static __attribute__((noinline)) void g1(void) { puts("equal"); }
static __attribute__((noinline)) void g2(void) { puts("different"); }
static __attribute__((noinline)) void f1(int a, int b) {
  int flag = 0;
  if (a == b)
    flag = 1;
  if (flag)
    g1();
  else
    g2();
  exit(0);
}
int main(void) {
  f1(klee_int("a"), klee_int("b"));
}
//~ FLAGS: --merge dynamic --jobs 1
//~ PATHS: any
