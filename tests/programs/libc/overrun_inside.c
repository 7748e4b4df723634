/* Overruns deep inside the library are found where the program called it. */
//~ FLAGS: --libc musl
//~ PATHS: 5
#include "klee/klee.h"
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

static int compare(const void *a, const void *b) {
  return *(const int *)a - *(const int *)b; //~ ERROR out-of-bounds-read
}

int main(void) {
  int numbers[4] = {4, 3, 2, 1};
  char small[4], unended[3] = {'1', '2', '3'};
  time_t zero = 0;
  switch (klee_range(0, 5, "which")) {
  case 0: qsort(numbers, 5, sizeof(int), compare); break; /* 4 numbers, not 5 */
  case 1: sprintf(small, "%d", 12345); break; //~ ERROR out-of-bounds-write
  case 2: return atoi(unended); //~ ERROR out-of-bounds-read
  case 3: strftime(small, 100, "%Y-%m-%d", gmtime(&zero)); break; //~ ERROR out-of-bounds-write
  default: qsort(numbers, 4, sizeof(int), compare);
  }
  return 0;
}
