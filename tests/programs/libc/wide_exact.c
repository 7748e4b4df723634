// Converting to wide characters reads no byte behind the end of the string.
//~ FLAGS: --libc musl
//~ PATHS: 1
#include <stdlib.h>
#include <string.h>
int main(void) {
  for (int n = 1; n < 16; n++) {
    char *s = malloc(n);
    memset(s, 'a', n - 1);
    s[n - 1] = 0;
    if (mbstowcs(NULL, s, 0) != (size_t)(n - 1)) abort();
    free(s);
  }
  return 0;
}
