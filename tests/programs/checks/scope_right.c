// Blocks left in every way there is, and entered again: nothing is used outside of its scope.
#include <assert.h>
#include <setjmp.h>
#include <pleach.h>

static int read(const int *p) { return *p; }
static void add(int *to, int by) { *to += by; }

static int leave(int n) {
  int sum = 0;
  for (int i = 0; i < n; i++) {
    int a = i, *p = &a;
    if (i == 1) continue;
    {
      int b = 2 * read(p);
      add(&sum, b);
      if (i == 4) break;
      if (i == 5) goto out;
      if (i == 9) return read(&b);
    }
    add(p, 1);
    sum += read(&a);
  }
out:
  return read(&sum);
}

static int jumped_over(int n) {
  int result = 0;
  switch (n) {
    int inside;
    case 0:
      inside = 1;
      add(&inside, 1);
      result = read(&inside);
      break;
    default:
      inside = 5;
      result = read(&inside);
  }
  return result;
}

static int back(int n) {
  int rounds = 0;
again:;
  int here = rounds;
  add(&here, 1);
  rounds = read(&here);
  if (rounds < n) goto again;
  return rounds;
}

static jmp_buf place;
static int far_back(void) {
  volatile int rounds = 0;
  {
    int inner = 0;
    int *p = &inner;
    setjmp(place);
    *p = 1;
    rounds = rounds + read(p);
  }
  if (rounds < 3) longjmp(place, 1);
  return rounds;
}

static int expression(int n) {
  return ({
    int twice = 2 * n;
    add(&twice, 1);
    twice;
  });
}

int main(void) {
  assert(leave(3) == 0 + 1 + 4 + 3);
  int n = pleach_range(0, 7, "n");
  leave(n);
  assert(jumped_over(n) == (n ? 5 : 2));
  assert(back(3) == 3);
  assert(far_back() == 3);
  assert(expression(4) == 9);
  return 0;
}
//~ PATHS: 6
