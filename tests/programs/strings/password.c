// The unknown password is found by comparing.
#include <klee/klee.h>
#include <string.h>
int main(void) {
  char password[7];
  klee_make_symbolic(password, sizeof password, "password");
  password[6] = '\0';
  klee_assert(strcmp(password, "secret") != 0); //~ ERROR assert
  return 0;
}
//~ PATHS: any
