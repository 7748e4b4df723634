// Times differ by no round number, as on a real clock: programs that compute rates take the same
// way as natively (dd computes with integers only where a second is a multiple of the time).
//~ PATHS: 1
#include <klee/klee.h>
#include <time.h>

int main(void) {
  struct timespec first, now;
  klee_assert(clock_gettime(CLOCK_MONOTONIC, &first) == 0);
  for (int i = 0; i < 20; i++) {
    klee_assert(clock_gettime(CLOCK_MONOTONIC, &now) == 0);
    long passed = (now.tv_sec - first.tv_sec) * 1000000000 + now.tv_nsec - first.tv_nsec;
    klee_assert(passed > 0 && 1000000000 % passed != 0 && passed % 1000 != 0);
  }
  return 0;
}
