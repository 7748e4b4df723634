// Addresses of frames and of callers: not null, lower in deeper frames, and the same twice.
#include <klee/klee.h>
#include <stdint.h>
#pragma clang diagnostic ignored "-Wframe-address"
#define NOINLINE __attribute__((noinline))
static void *outer_frame, *outer_return;
static NOINLINE void *frame(void) { return __builtin_frame_address(0); }
static NOINLINE void *back(void) { return __builtin_return_address(0); }
static NOINLINE int two_below(void) {
  klee_assert(__builtin_frame_address(1) == outer_frame);
  klee_assert(__builtin_return_address(1) == outer_return);
  return (uintptr_t)__builtin_frame_address(0) < (uintptr_t)outer_frame;
}
static NOINLINE int below(void) {
  outer_frame = __builtin_frame_address(0);
  outer_return = __builtin_return_address(0);
  return two_below();
}
int main(void) {
  void *here = __builtin_frame_address(0);
  klee_assert(here && __builtin_return_address(0));
  klee_assert((unsigned)(uintptr_t)here != 0);
  klee_assert((uintptr_t)frame() < (uintptr_t)here);
  klee_assert(frame() == frame());
  uintptr_t inside = (uintptr_t)back();
  klee_assert(inside != 0 && (void *)inside != (void *)main && back() != (void *)inside);
  klee_assert(inside > (uintptr_t)main && inside - (uintptr_t)main < 4096);
  klee_assert(below());
  return 0;
}
//~ PATHS: 1
