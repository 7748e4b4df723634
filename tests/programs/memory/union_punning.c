// The bytes of one type read as another.
#include <klee/klee.h>
#include <stdint.h>
union word { uint32_t whole; uint16_t halves[2]; uint8_t bytes[4]; };
int main(void) {
  union word w;
  klee_make_symbolic(&w, sizeof w, "w");
  klee_assert(w.halves[0] == (w.whole & 0xffff));
  klee_assert(w.bytes[3] == w.whole >> 24);
  w.bytes[0] = 0;
  klee_assert((w.whole & 0xff) == 0);
  return 0;
}
//~ PATHS: 1
