/* Character classes of the C locale, each in one comparison so that an unknown character
 * does not fork. Returns are 0 or not 0, as the standard has it. */
#include "runtime.h"

/* low <= c <= high, for any int c. */
#define BETWEEN(c, low, high) ((unsigned)(c) - (low) <= (unsigned)((high) - (low)))

RUNTIME int isdigit(int c) { return BETWEEN(c, '0', '9'); }
RUNTIME int isupper(int c) { return BETWEEN(c, 'A', 'Z'); }
RUNTIME int islower(int c) { return BETWEEN(c, 'a', 'z'); }
RUNTIME int isalpha(int c) { return BETWEEN(c | 32, 'a', 'z'); }
RUNTIME int isalnum(int c) { return BETWEEN(c | 32, 'a', 'z') | BETWEEN(c, '0', '9'); }
RUNTIME int isxdigit(int c) { return BETWEEN(c | 32, 'a', 'f') | BETWEEN(c, '0', '9'); }
RUNTIME int isspace(int c) { return (c == ' ') | BETWEEN(c, '\t', '\r'); }
RUNTIME int isblank(int c) { return (c == ' ') | (c == '\t'); }
RUNTIME int iscntrl(int c) { return ((unsigned)c < 32) | (c == 127); }
RUNTIME int isprint(int c) { return BETWEEN(c, ' ', '~'); }
RUNTIME int isgraph(int c) { return BETWEEN(c, '!', '~'); }
RUNTIME int ispunct(int c) {
  return BETWEEN(c, '!', '~') & !(BETWEEN(c | 32, 'a', 'z') | BETWEEN(c, '0', '9'));
}
RUNTIME int isascii(int c) { return (unsigned)c < 128; }
RUNTIME int toascii(int c) { return c & 127; }
RUNTIME int tolower(int c) { return c + 32 * BETWEEN(c, 'A', 'Z'); }
RUNTIME int toupper(int c) { return c - 32 * BETWEEN(c, 'a', 'z'); }
