/* A tokenizer for names, numbers and operators on 5 unknown characters, with a mistake: it has
 * room for 4 tokens only.
 *
 *     ./pleach run examples/tokenizer.c
 *
 * One sees a write past the end of `kinds`, and texts of five tokens that cause it. */
#include <pleach.h>

enum { LENGTH = 5, ROOM = 4 };
enum kind { NAME, NUMBER, OPERATOR };

static enum kind kinds[ROOM];
static int count;

static int is_letter(char c) { return c >= 'a' && c <= 'z'; }
static int is_digit(char c) { return c >= '0' && c <= '9'; }

static void add(enum kind kind) {
  kinds[count++] = kind; //~ ERROR out-of-bounds-write
}

/* Returns whether the text consists of tokens only. */
static int tokenize(const char *text) {
  while (*text != '\0') {
    if (*text == ' ') {
      text++;
    } else if (is_letter(*text)) {
      do text++; while (is_letter(*text));
      add(NAME);
    } else if (is_digit(*text)) {
      do text++; while (is_digit(*text));
      add(NUMBER);
    } else if (*text == '=' || *text == '<') {
      text += text[1] == '=' ? 2 : 1;
      add(OPERATOR);
    } else {
      return 0;
    }
  }
  return 1;
}

int main(void) {
  char text[LENGTH + 1];
  pleach_symbolic(text, sizeof text, "text");
  pleach_assume(text[LENGTH] == '\0');
  return tokenize(text) ? 0 : 1;
}
//~ PATHS: 5023
//~ ERRORS: 1
//~ TESTS: 4700
