// The same with the small C library.
#include <pleach.h>
#define _GNU_SOURCE
#include <string.h>
void *mempcpy(void *to, const void *from, size_t n);
static void *(*volatile copy)(void *, const void *, size_t) = memcpy;
int main(void) {
  char text[32] = "0123456789";
  switch (pleach_range(0, 9, "which")) {
    case 0: copy(text + 1, text, 4); break; //~ ERROR overlapping-copy
    case 1: mempcpy(text, text + 1, 4); break; //~ ERROR overlapping-copy
    case 2: strcpy(text, text + 1); break; //~ ERROR overlapping-copy
    case 3: strcpy(text + 1, text); break; //~ ERROR overlapping-copy
    case 4: strcat(text, text + 3); break; //~ ERROR overlapping-copy
    case 5: strncpy(text + 2, text, 5); break; //~ ERROR overlapping-copy
    case 6: strncat(text, text, 20); break; //~ ERROR overlapping-copy
    case 7: stpcpy(text + 5, text); break; //~ ERROR overlapping-copy
    default: memcpy(text + 1, text, 2); //~ ERROR overlapping-copy
  }
  return 0;
}
//~ FLAGS: --libc small
//~ PATHS: 9
