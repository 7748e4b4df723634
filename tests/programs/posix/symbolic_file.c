// The bytes, the permissions and the times of a file are unknown; its size is not.
//~ FLAGS: --sym-files 1 2 --sym-stdin 3
//~ PATHS: 8
#include <errno.h>
#include <fcntl.h>
#include <klee/klee.h>
#include <sys/stat.h>
#include <unistd.h>

int main(void) {
  char b[8];
  struct stat s;
  klee_assert(stat("A", &s) == 0 && s.st_size == 2 && s.st_uid == getuid());
  klee_assert(s.st_mtime >= 1000000000 && s.st_mtime <= 2000000000);
  int fd = open("A", O_RDONLY);
  klee_assert((fd >= 0) == ((s.st_mode & 0400) != 0));
  if (fd < 0) return errno == EACCES ? 0 : 1;
  klee_assert(read(fd, b, 8) == 2);
  klee_assert(lseek(fd, 0, SEEK_SET) == 0 && read(fd, b + 4, 1) == 1);
  klee_assert(b[4] == b[0]);
  klee_assert(read(0, b + 2, 6) == 3 && read(0, b + 2, 6) == 0);
  if (b[0] == 'x' && b[1] == 'y') return 2;
  if (b[2] == 'z') return 3;
  if (s.st_mtime < 1500000000) return 4;
  return 5;
}
