/* The numbers of glibc's rand(): x[i] = x[i-3] + x[i-31] modulo 2^32, without the lowest bit.
 * A program that prints them prints the same natively. */
#include "runtime.h"

enum { LENGTH = 31, LAG = 3, DISCARDED = 310 };

static uint32_t history[LENGTH];
static unsigned next; /* the oldest entry, to be replaced */
static int seeded;

static uint32_t advance(void) {
  history[next] += history[(next + LENGTH - LAG) % LENGTH];
  uint32_t value = history[next];
  next = (next + 1) % LENGTH;
  return value >> 1;
}

RUNTIME void srand(unsigned seed) {
  int64_t word = (int32_t)(seed == 0 ? 1 : seed);
  for (int i = 0; i < LENGTH; i++) {
    history[i] = (uint32_t)word;
    word = word * 16807 % 2147483647;
    if (word < 0) word += 2147483647;
  }
  next = LAG;
  seeded = 1;
  for (int i = 0; i < DISCARDED; i++) advance();
}

RUNTIME int rand(void) {
  if (!seeded) srand(1);
  return (int)advance();
}

RUNTIME void srandom(unsigned seed) { srand(seed); }
RUNTIME long random(void) { return rand(); }

RUNTIME int rand_r(unsigned *seed) {
  uint32_t state = *seed, result = 0;
  static const int bits[3] = {11, 10, 10};
  for (int i = 0; i < 3; i++) {
    state = state * 1103515245u + 12345u;
    result = result << bits[i] ^ ((state >> 16) & ((1u << bits[i]) - 1));
  }
  *seed = state;
  return (int)result;
}
