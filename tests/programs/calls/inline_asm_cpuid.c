// Programs ask the processor what it can do; it can do nothing special here, on any host.
#include <cpuid.h>
#include <klee/klee.h>
int main(void) {
  unsigned a = 1, b = 1, c = 1, d = 1;
  klee_assert(__get_cpuid_max(0, 0) == 0);
  klee_assert(!__get_cpuid(7, &a, &b, &c, &d));
  return 0;
}
//~ PATHS: 1
