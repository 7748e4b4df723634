// Looking up an unknown name, and then the same name byte for byte, gives the same: all 1365 names
// of at most five bytes over four letters, with and without following a last link.
//~ FLAGS: --sym-arg 5 --sym-files 1 2
//~ PATHS: 2730
#include <errno.h>
#include <fcntl.h>
#include <klee/klee.h>
#include <sys/stat.h>
#include <unistd.h>

static const char alphabet[] = {0, 'A', '.', '/', 'l'};

static long answer(const char *path, int follow) {
  struct stat s;
  if ((follow ? stat(path, &s) : lstat(path, &s)) < 0) return -errno;
  return (long)s.st_ino;
}

int main(int argc, char **argv) {
  char *path = argv[1], copy[6] = {0};
  klee_assert(mkdir("l", 0755) == 0 && symlink("../A", "l/.A") == 0 && symlink("l/", "ll") == 0);
  klee_assert(symlink("lll", "lll") == 0 && symlink("l/A", "AA") == 0);
  for (int i = 0; i < 5; i++) {
    int known = 0;
    for (int j = 0; j < 5; j++) known |= path[i] == alphabet[j];
    klee_assume(known);
    if (i > 0) klee_assume((path[i - 1] != 0) | (path[i] == 0));
  }
  int follow = klee_range(0, 2, "follow");
  if (follow) follow = 1;
  long unknown = answer(path, follow);
  for (int i = 0; i < 5; i++)
    for (int j = 0; j < 5; j++)
      if (path[i] == alphabet[j]) copy[i] = alphabet[j];
  klee_assert(answer(copy, follow) == unknown);
  return 0;
}
