// memcpy between ranges that share bytes, at an unknown distance and of an unknown length.
#include <pleach.h>
#include <string.h>
int main(void) {
  char text[32] = "0123456789";
  int by = pleach_range(0, 9, "by");
  memcpy(text + by, text, 8); //~ ERROR overlapping-copy
  int length = pleach_range(1, 5, "length");
  memcpy(text + 16, text + 20, length);
  memcpy(text + 3, text, length); //~ ERROR overlapping-copy
  return 0;
}
//~ PATHS: any
