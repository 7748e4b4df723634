// As bubble.c: nothing that the sort decides by is a plain number, so `dynamic` joins the states as well, in
// nearly every round.
#include <klee/klee.h>
#ifndef SIZE
#define SIZE 6
#endif
int main(void) {
  int a[SIZE];
  klee_make_symbolic(a, sizeof a, "a");
  for (int i = 0; i < SIZE - 1; i++)
    for (int j = 0; j < SIZE - 1 - i; j++)
      if (a[j] > a[j + 1]) {
        int larger = a[j];
        a[j] = a[j + 1];
        a[j + 1] = larger;
      }
  for (int i = 0; i + 1 < SIZE; i++)
    klee_assert(a[i] <= a[i + 1]);
  return 0;
}
//~ FLAGS: --merge dynamic --jobs 1 --max-forks 40
//~ PATHS: any
