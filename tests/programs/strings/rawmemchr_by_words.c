// A program's own rawmemchr reads whole words, which real machines allow: the library's is taken.
#include <stdint.h>
#include <stdlib.h>
#include <string.h>
#include <wchar.h>
void *rawmemchr(const void *bytes, int c) {
  const uint64_t *word = bytes;
  for (;; word++)
    for (int i = 0; i < 8; i++)
      if ((*word >> 8 * i & 255) == (unsigned char)c) return (char *)word + i;
}
int main(void) {
  char *text = malloc(11);
  memcpy(text, "ten bytes!", 11);
  return rawmemchr(text, '!') != text + 9;
}
//~ FLAGS: --libc musl
//~ PATHS: 1
