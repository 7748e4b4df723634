// The constant part of `table[c - 'A']` lies before the table, in the bytes of another array.
//~ PATHS: any
#include <klee/klee.h>
int before[256] = {1, 2, 3};
unsigned char table[256] = {5, 6, 7};
int after[256] = {4};
int main(void) {
  unsigned char c;
  int got = 0;
  klee_make_symbolic(&c, sizeof c, "c");
  got += before[c] + after[c] + table[c];
  if (c >= 'A' && c <= 'Z') {
    got += table[c - 'A'];
    got += before[c - 'A' + 200];
    got += after[c - 'A'];
  }
  return got & 1;
}
