// Freestanding.
//~ FLAGS: --sanitize undefined --libc none
//~ PATHS: 2
#include <klee/klee.h>

int main(void) {
  int a = klee_int("a");
  return a - 1; //~ ERROR signed-overflow
}
