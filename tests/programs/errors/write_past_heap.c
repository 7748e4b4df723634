// Room for the string but not for its end.
#include <stdlib.h>
#include <string.h>
int main(void) {
  const char *text = "four";
  char *copy = malloc(strlen(text));
  if (copy == NULL) return 1;
  for (size_t i = 0; i <= strlen(text); i++)
    copy[i] = text[i]; //~ ERROR out-of-bounds-write
  return 0;
}
//~ PATHS: any
