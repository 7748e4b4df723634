// A library function writes behind the target: reported at its call.
#include <string.h>
int main(void) {
  char small[4];
  const char *text = "five5";
  strcpy(small, text); //~ ERROR out-of-bounds-write
  return small[0];
}
//~ PATHS: 1
