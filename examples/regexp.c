/* A small regular-expression matcher on an unknown pattern of 7 bytes. Nobody says that the
 * pattern ends with a NUL, and the matcher believes it does.
 *
 *     ./pleach run examples/regexp.c
 *
 * One sees reads past the end of the pattern, at two places, each with a pattern that leads
 * there: seven bytes that match as far as they go. */
#include <pleach.h>

enum { LENGTH = 7 };

static int match_here(const char *pattern, const char *text);

/* `repeated` any number of times, then the pattern. */
static int match_star(char repeated, const char *pattern, const char *text) {
  for (;;) {
    if (match_here(pattern, text)) return 1;
    if (*text == '\0') return 0;
    if (repeated != '.' && repeated != *text) return 0;
    text++;
  }
}

/* The pattern at exactly this place of the text. */
static int match_here(const char *pattern, const char *text) {
  if (pattern[0] == '\0') return 1; //~ ERROR out-of-bounds-read
  if (pattern[1] == '*') return match_star(pattern[0], pattern + 2, text); //~ ERROR out-of-bounds-read
  if (pattern[0] == '$' && pattern[1] == '\0') return *text == '\0';
  if (*text == '\0') return 0;
  if (pattern[0] != '.' && pattern[0] != *text) return 0;
  return match_here(pattern + 1, text + 1);
}

/* The pattern at any place of the text, or at its start after '^'. */
static int match(const char *pattern, const char *text) {
  if (pattern[0] == '^') return match_here(pattern + 1, text);
  for (;; text++) {
    if (match_here(pattern, text)) return 1;
    if (*text == '\0') return 0;
  }
}

int main(void) {
  char pattern[LENGTH];
  pleach_symbolic(pattern, sizeof pattern, "pattern");
  return match(pattern, "hello");
}
//~ PATHS: 5204
//~ ERRORS: 2
//~ TESTS: 4316
