// A file name of three unknown bytes: one path for each place where it can lead to, none for
// each byte.
//~ FLAGS: --sym-arg 3 --sym-files 2 4
//~ PATHS: 8
#include <errno.h>
#include <fcntl.h>
#include <klee/klee.h>
#include <sys/stat.h>
#include <unistd.h>

int main(int argc, char **argv) {
  struct stat s;
  klee_assert(argc == 2);
  if (stat(argv[1], &s) < 0) {
    // Nothing of that name, the empty name, or something below a file.
    if (errno == ENOENT) return 1;
    klee_assert(errno == ENOTDIR && argv[1][1] == '/');
    return 2;
  }
  if (S_ISREG(s.st_mode)) {
    klee_assert(s.st_size == 4);
    // A or B, also as ./A
    char last = argv[1][0] == '.' ? argv[1][2] : argv[1][0];
    klee_assert(last == 'A' || last == 'B');
    return last == 'A' ? 3 : 4;
  }
  klee_assert(S_ISDIR(s.st_mode));
  return 5;
}
