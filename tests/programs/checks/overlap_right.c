// Ranges that touch, that are the same, or that a function may move: all right.
#include <assert.h>
#include <pleach.h>
#include <string.h>
struct pair {
  int a[8];
};
static void assign(struct pair *to, const struct pair *from) { *to = *from; }
int main(void) {
  char text[64] = "abcdefgh";
  int by = pleach_range(0, 20, "by");
  memmove(text + by, text, 8);
  memcpy(text + 40 + (by & 1), text + 20, 20);
  memcpy(text, text, 8);
  memcpy(text + 8, text, 8);
  memcpy(text, text + 8, by & 7);
  strcpy(text, "one");
  strcpy(text + 4, text);
  strncpy(text + 2, text, 2);
  strcpy(text, "two");
  strcpy(text + 20, "three");
  strcat(text, text + 20);
  assert(strcmp(text + 20, "three") == 0);
  struct pair pairs[2] = {{{1}}, {{2}}};
  assign(&pairs[by & 1], &pairs[0]);
  assign(&pairs[0], &pairs[0]);
  assert(pairs[0].a[0] == 1);
  memcpy(text + 1, text, 0);
  return 0;
}
//~ PATHS: any
