// A table indexed from its lowest character, as compilers write it: the constant part of the
// address lies before the table, in the slot of the object before.
//~ FLAGS: --optimize
#include <klee/klee.h>
static unsigned char before[300] = {1};
static unsigned char table[400] = {2};
int main(void) {
  unsigned char c = klee_range('A', 'A' + 26, "c");
  before[c - 'A'] = 3;
  table[c - 'A'] = 4;
  unsigned long low = (unsigned long)table - 'A';
  klee_assert(*(unsigned char *)(low + c) == 4);
  return table[c - 'A'] != 4;
}
//~ PATHS: 1
