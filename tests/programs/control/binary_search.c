// Binary search for an unknown key in seven known numbers.
#include <klee/klee.h>
static const int table[7] = {2, 5, 9, 13, 18, 24, 31};
int main(void) {
  int key = klee_int("key"), low = 0, high = 7;
  while (low < high) {
    int middle = (low + high) / 2;
    if (table[middle] == key) return 0;
    if (table[middle] < key) low = middle + 1;
    else high = middle;
  }
  for (int i = 0; i < 7; i++) klee_assert(table[i] != key);
  return 1;
}
//~ PATHS: 15
