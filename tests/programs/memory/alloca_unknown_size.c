// alloca of unknown sizes in a loop: one path for each time that it is too large.
#include <alloca.h>
#include <klee/klee.h>
int main(void) {
  for (int i = 0; i < 2; i++) {
    unsigned n;
    klee_make_symbolic(&n, sizeof n, "n");
    klee_assume((n < 4) | ((n > 1u << 23) & (n < 1u << 31)));
    char *p = alloca(n); //~ ERROR stack-exhaustion
    for (unsigned j = 0; j < n; j++) p[j] = (char)j;
  }
  return 0;
}
//~ PATHS: any
