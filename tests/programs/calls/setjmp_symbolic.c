// An unknown input decides whether to jump.
#include <klee/klee.h>
#include <setjmp.h>
static jmp_buf failed;
static int parse(char c) {
  if (c < '0' || c > '9') longjmp(failed, 1);
  return c - '0';
}
int main(void) {
  char c;
  klee_make_symbolic(&c, sizeof c, "c");
  if (setjmp(failed) != 0) {
    klee_assert(c < '0' || c > '9');
    return 1;
  }
  klee_assert(parse(c) <= 9);
  return 0;
}
//~ PATHS: 3
