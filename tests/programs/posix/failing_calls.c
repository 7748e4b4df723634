// Up to two of the calls that can fail do, in every combination.
//~ FLAGS: --max-fail 2
//~ PATHS: 20
#include <errno.h>
#include <fcntl.h>
#include <klee/klee.h>
#include <unistd.h>

int main(void) {
  int failed = 0;
  char b[4];
  for (int i = 0; i < 3; i++) {
    long n = read(0, b, 4);
    klee_assert(n == 0 || errno == EIO);
    failed += n < 0;
  }
  klee_assert(failed <= 2);
  /* A descriptor is given up also when that fails. */
  if (failed == 2) return 0;
  int fd = dup(0);
  if (fd < 0) return 0;
  close(fd);
  klee_assert(close(fd) < 0 && (errno == EBADF || errno == EIO));
  return 0;
}
