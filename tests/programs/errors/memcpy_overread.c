// memcpy of one byte too many, on the source's side.
#include <string.h>
int main(void) {
  char from[8] = {0}, to[16];
  volatile size_t n = 9;
  memcpy(to, from, n); //~ ERROR out-of-bounds-read
  return to[0];
}
//~ PATHS: 1
