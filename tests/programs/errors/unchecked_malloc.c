// Without room for it there is no pointer; nobody looked.
//~ FLAGS: --max-fail 1
//~ PATHS: 2
#include <stdlib.h>

int main(void) {
  int *numbers = malloc(4 * sizeof *numbers);
  numbers[0] = 1; //~ ERROR null-dereference
  free(numbers);
  return 0;
}
