/* Never ends and makes terms all the time: each round mixes the unknown bytes into a value that
 * the next round overwrites, and decides a little about one of them. */
#include <klee/klee.h>
#include <stdint.h>

uint32_t sink, high, low;

int main(void) {
  uint8_t s[16];
  klee_make_symbolic(s, sizeof s, "s");
  for (uint32_t round = 0;; round++) {
    uint32_t mixed = round;
    for (int j = 0; j < 16; j++) mixed = mixed * 33 ^ (s[j] + round);
    sink = mixed;
    if (s[round & 15] > (uint8_t)(round * 37)) high++;
    else low++;
  }
}
