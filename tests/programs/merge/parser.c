// Sums with brackets, byte by byte: a depth, and what came last. The loop is also left from its
// middle, at an end or at a byte that is wrong; those that stay in it are joined all the same.
// 10 unknown bytes. Without merging: 11081 paths.
#include <klee/klee.h>
#include <string.h>
#ifndef SIZE
#define SIZE 10
#endif
enum last { NOTHING, NUMBER, BRACKET };
static int parse(const char *text, unsigned *sum) {
  enum last last = NOTHING;
  int depth = 0;
  unsigned value = 0;
  for (int i = 0; i < SIZE; i++) {
    char c = text[i];
    if (c == '\0')
      break;
    if (c >= '0' && c <= '9') {
      if (last == BRACKET)
        return -1;
      value = value * 10 + (unsigned)(c - '0');
      last = NUMBER;
    } else if (c == '(') {
      if (last != NOTHING)
        return -1;
      depth++;
    } else if (c == ')') {
      if (last == NOTHING || depth == 0)
        return -1;
      depth--;
      last = BRACKET;
    } else if (c == '+') {
      if (last == NOTHING)
        return -1;
      *sum += value;
      value = 0;
      last = NOTHING;
    } else {
      return -1;
    }
  }
  *sum += value;
  return last == NOTHING ? -1 : depth;
}
int main(void) {
  char text[SIZE];
  unsigned sum = 0;
  klee_make_symbolic(text, sizeof text, "text");
  int depth = parse(text, &sum);
  klee_assert(depth < SIZE);
  return depth == 0 && memcmp(text, "(1+2)", 5) == 0;
}
//~ FLAGS: --merge static --jobs 1 --max-forks 200
//~ PATHS: 1
