// Checked without being touched.
#include <klee/klee.h>
int main(void) {
  char a[8];
  klee_check_memory_access(a, 8);
  klee_check_memory_access(a + 7, 1);
  klee_check_memory_access(a + 4, 5); //~ ERROR out-of-bounds-read
  return 0;
}
//~ PATHS: 1
