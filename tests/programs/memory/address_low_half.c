// Programs that keep only the low half of an address, or less, and take zero for null.
#include <stdio.h>
#include <stdlib.h>
static char small;
static char table[1000];
static char large[1 << 20];
static int is_null(const void *p) { return (unsigned)(unsigned long)p == 0; }
int main(void) {
  char local = 0, array[300] = {0};
  int null = is_null(&small) | is_null(table) | is_null(large) | is_null(&local) | is_null(array);
  null |= is_null((void *)main) | is_null(&&label);
  for (unsigned long size = 1; size < 1 << 21; size *= 2) {
    char *p = malloc(size);
    null |= is_null(p);
    free(p);
  }
label:
  printf("%d\n", null);
  return null;
}
//~ PATHS: 1
//~ EXEC
//~ EXIT: 0
