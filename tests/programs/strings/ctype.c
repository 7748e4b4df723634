// All character classes, as the system's header makes them.
#include <ctype.h>
#include <stdio.h>
int main(void) {
  for (int c = 0; c < 128; c++)
    printf("%d%d%d%d%d%d%d%d %c%c\n", !!isalpha(c), !!isdigit(c), !!isspace(c), !!isupper(c), !!islower(c), !!ispunct(c),
           !!isxdigit(c), !!isprint(c), isprint(toupper(c)) ? toupper(c) : '.', isprint(tolower(c)) ? tolower(c) : '.');
  return 0;
}
//~ EXEC
//~ PATHS: 1
