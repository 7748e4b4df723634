// Looking up an unknown name, and then the same name byte for byte, gives the same: all 1365 names
// of at most five bytes over four letters, with and without following a last link, and where the name
// itself is to be taken away (which nothing here lets happen).
//~ FLAGS: --sym-arg 5 --sym-files 1 2
//~ PATHS: 5460
#include <errno.h>
#include <fcntl.h>
#include <klee/klee.h>
#include <stdio.h>
#include <sys/stat.h>
#include <unistd.h>

static const char alphabet[] = {0, 'A', '.', '/', 'l'};

enum { STAT, LSTAT, RMDIR, RENAME, WAYS };

static long answer(const char *path, int way) {
  struct stat s;
  if (way == RMDIR) return rmdir(path) < 0 ? -errno : 0;
  if (way == RENAME) return rename(path, "l") < 0 ? -errno : 0;
  if ((way == STAT ? stat(path, &s) : lstat(path, &s)) < 0) return -errno;
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
  int way = klee_range(0, WAYS, "way");
  for (int i = 0; i < WAYS; i++)
    if (way == i) way = i;
  long unknown = answer(path, way);
  for (int i = 0; i < 5; i++)
    for (int j = 0; j < 5; j++)
      if (path[i] == alphabet[j]) copy[i] = alphabet[j];
  klee_assert(answer(copy, way) == unknown);
  return 0;
}
