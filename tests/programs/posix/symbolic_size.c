// An unknown number of bytes: no more paths than the buffer has bytes, and an error where it has too
// few. A file that is cut at an unknown size: only what is read of it is told apart.
//~ PATHS: 62
#include <fcntl.h>
#include <klee/klee.h>
#include <sys/random.h>
#include <unistd.h>

int main(void) {
  char b[16] = "0123456789abcde";
  int which = klee_range(0, 4, "which");
  long n = 0;
  klee_make_symbolic(&n, sizeof n, "n");
  int fd = open("x", O_RDWR | O_CREAT, 0600);
  if (which == 0) {
    klee_assert(write(fd, "text", 4) == 4);
    if (ftruncate(fd, n) < 0) return 1; /* it is negative */
    long got = pread(fd, b, 4, 2);
    klee_assert(got == (n >= 6 ? 4 : n >= 2 ? n - 2 : 0));
    return 2;
  }
  klee_assume((n >= 0) & (n < 0x7ffff000));
  if (which == 1)
    klee_assert(write(fd, b, n) == n && lseek(fd, 0, SEEK_END) == n); //~ ERROR out-of-bounds-read
  else if (which == 2)
    klee_assert(getrandom(b, n, 0) == n); //~ ERROR out-of-bounds-write
  else
    klee_assert(read(open("/dev/urandom", O_RDONLY), b, n) == n); //~ ERROR out-of-bounds-write
  return 3;
}
