// One failure per case; each must be told in the words of the sanitizer's own runtime, at the
// same line. Run natively with the number of a case, and by pleach with any number.
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

typedef __int128 wide;
typedef unsigned __int128 unsigned_wide;
struct pair {
  int first[4];
  int second[4];
};
struct field {
  unsigned narrow : 3;
};
enum colour { RED, GREEN };

volatile int one = 1, zero = 0, minus = -1, most = 2147483647, least = -2147483647 - 1;
volatile long long_least = -9223372036854775807L - 1;
volatile short short_least = -32768;
volatile unsigned all = 4294967295u;
volatile double large = 1e10, not_a_number = 0.0 / 0.0, tiny_negative = -1.5;
volatile float single = -3e20f;
volatile long double extended = 1e30L;
volatile wide wide_most = (wide)(~(unsigned_wide)0 >> 1);
volatile _BitInt(17) odd = 65535wb;
volatile char negative_char = -1;
struct pair pair;
struct field field;
int table[4];
int matrix[2][3];
void *nothing;
static char bytes[32] __attribute__((aligned(16)));

__attribute__((nonnull)) static int reads(int *p) { return p != 0; }
__attribute__((returns_nonnull)) static void *returns(void *p) { return p; }
static int *_Nonnull annotated(int *p) { return p; }
static void takes(int *_Nonnull p) { (void)p; }
static int plain(int a) { return a; }
static void run(int which);

#ifdef PLEACH
#include <klee/klee.h>
int main(void) {
  run(klee_range(0, 64, "which"));
  return 0;
}
#else
int main(int argc, char **argv) {
  run(argc > 1 ? atoi(argv[1]) : 0);
  return 0;
}
#endif

volatile long sink;

static void integers(int which) {
  switch (which) {
  case 1: sink = most + one; break;
  case 2: sink = least - one; break;
  case 3: sink = most * most; break;
  case 4: sink = -least; break;
  case 5: sink = long_least - one; break;
  case 6: sink = least / minus; break;
  case 7: sink = one % zero; break;
  case 8: sink = (long)(wide_most + one); break;
  case 9: sink = all + (unsigned)one; break;
  case 10: sink = (unsigned)zero - (unsigned)one; break;
  case 11: sink = all * all; break;
  case 12: sink = (long)(odd + 1wb); break;
  case 13: { int n = most; n++; sink = n; break; }
  case 14: { int n = least; n -= one; sink = n; break; }
  case 15: sink = (long)-(unsigned)one; break;
  case 16: sink = long_least / minus; break;
  case 17: sink = (long)((large + 1) / zero); break;
  }
}

static void shifts(int which) {
  switch (which) {
  case 18: sink = one << (one + 39); break;
  case 19: sink = one << minus; break;
  case 20: sink = one >> (one + 31); break;
  case 21: sink = minus << one; break;
  case 22: sink = most << 2; break;
  case 23: sink = (long)one << (63 + one); break;
  case 24: sink = (long)(all << 4); break;
  }
}

static void memory(int which) {
  switch (which) {
  case 25: sink = table[4 * one]; break;
  case 26: pair.first[one + 3] = 1; break;
  case 27: sink = matrix[1][one + 2]; break;
  case 28: sink = table[minus]; break;
  case 29: sink = *(int *)nothing; break;
  case 30: *(int *)nothing = 1; break;
  case 31: sink = ((struct pair *)nothing)->first[0]; break;
  case 32: { char *p = bytes; sink = *(int *)(p + one); break; }
  case 33: { char *p = bytes; *(long *)(p + 4 * one) = 1; break; }
  case 34: sink = (long)((char *)nothing + one); break;
  case 35: { char *p = bytes; sink = (long)(p - SIZE_MAX / 2 * (size_t)one); break; }
  case 36: sink = reads(nothing); break;
  case 37: sink = (long)returns(nothing); break;
  case 38: sink = (long)annotated(nothing); break;
  case 39: takes(nothing); break;
  case 40: { int *_Nonnull p = nothing; sink = (long)p; break; }
  case 41: sink = (long)__builtin_assume_aligned(bytes + one, 16); break;
  case 42: sink = (long)__builtin_assume_aligned(bytes + one, 16, 3); break;
  }
}

static int no_result(int which) {
  if (which == 43)
    __builtin_unreachable();
  return 0;
}

static void values(int which) {
  switch (which) {
  case 44: { bool b; memset(&b, 7 * one, 1); sink = b; break; }
  case 45: { int size = minus; char room[size]; sink = sizeof room; break; }
  case 46: { long size = zero; int room[size]; sink = sizeof room; break; }
  case 47: sink = (int)large; break;
  case 48: sink = (unsigned char)tiny_negative; break;
  case 49: sink = (long)not_a_number; break;
  case 50: sink = (int)single; break;
  case 51: sink = (long)extended; break;
  case 52: sink = __builtin_ctz(zero); break;
  case 53: sink = __builtin_clzl(zero); break;
  case 54: { unsigned char c = most; sink = c; break; }
  case 55: { unsigned u = minus; sink = u; break; }
  case 56: { signed char c = one + 199; sink = c; break; }
  case 57: field.narrow = one + 8; break;
  case 58: { unsigned short s = minus; sink = s; break; }
  case 59: { void (*f)(void) = (void (*)(void))plain; f(); break; }
  case 60: { int c = negative_char; sink = table[(unsigned char)c]; break; }
  case 61: { int n = least; n /= minus; sink = n; break; }
  case 62: { int n = one; __builtin_assume(n == 2); break; }
  case 63: { signed char c = -128; c--; sink = c; break; }
  }
}

static void run(int which) {
  integers(which);
  shifts(which);
  memory(which);
  no_result(which);
  values(which);
}
