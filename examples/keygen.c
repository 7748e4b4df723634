/* A licence check, turned around: pleach is asked for a serial number that is accepted.
 *
 *     ./pleach run examples/keygen.c
 *
 * One sees one failed assertion. Its input is a serial such as FN-740: two letters and a number
 * that belong together. The other paths are the ways to be refused. */
#include <assert.h>
#include <pleach.h>

enum { LENGTH = 6 };

static int is_letter(char c) { return c >= 'A' && c <= 'Z'; }
static int is_digit(char c) { return c >= '0' && c <= '9'; }

/* Whether the serial has the form LL-DDD. */
static int well_formed(const char *serial) {
  if (!is_letter(serial[0]) || !is_letter(serial[1])) return 0;
  if (serial[2] != '-') return 0;
  return is_digit(serial[3]) && is_digit(serial[4]) && is_digit(serial[5]);
}

int main(void) {
  char serial[LENGTH];
  pleach_symbolic(serial, sizeof serial, "serial");

  if (!well_formed(serial)) return 1;
  unsigned letters = (unsigned)(serial[0] - 'A') * 26 + (unsigned)(serial[1] - 'A');
  unsigned number = (unsigned)(serial[3] - '0') * 100 + (unsigned)(serial[4] - '0') * 10 +
                    (unsigned)(serial[5] - '0');
  if (number % 97 != 61) return 2;
  if ((letters * 131 + 7) % 1000 != number) return 3;
  assert(0 && "a valid serial"); //~ ERROR assert
  return 0;
}
//~ PATHS: 14
//~ ERRORS: 1
//~ TESTS: 14
