// An instruction no model exists for is reported, not guessed.
#include <klee/klee.h>
int main(void) {
  unsigned long value = 0;
  int x = klee_int("x");
  if (x == 2)
    __asm__ volatile("rdrand %0" : "=r"(value)); //~ ERROR unsupported
  return (int)value;
}
//~ PATHS: 2
//~ INCOMPLETE: a path ended at something that is not supported
//~ INPUT x = 2
