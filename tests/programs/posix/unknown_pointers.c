// A pointer that may be bad or good: both ways are followed, and only the good one is read to.
#include <errno.h>
#include <fcntl.h>
#include <klee/klee.h>
#include <unistd.h>

int main(void) {
  char buffer[8] = "xxxxxxx", *p;
  int zero = open("/dev/zero", O_RDWR);
  klee_make_symbolic(&p, sizeof p, "p");
  klee_assume((p == NULL) | (p == buffer + 1) | (p == (char *)-1) | (p == (char *)0xdead0000));
  if (read(zero, p, 2) == 2) {
    klee_assert(p == buffer + 1 && buffer[0] == 'x' && buffer[1] == 0 && buffer[3] == 'x');
    return 1;
  }
  klee_assert(errno == EFAULT && p != buffer + 1 && buffer[1] == 'x');
  return 0;
}
//~ PATHS: any
