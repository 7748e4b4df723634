// Opening an unknown name to make it, and then the same name byte for byte, gives the same: names of
// at most four bytes over four letters, with and without following a last link. One name stands
// for all that are missing in a folder.
//~ FLAGS: --sym-arg 4 --sym-files 1 2
//~ PATHS: any
//~ INCOMPLETE: a file name that the program makes was fixed to one of its values
#include <errno.h>
#include <fcntl.h>
#include <klee/klee.h>
#include <sys/stat.h>
#include <unistd.h>

static const char alphabet[] = {0, 'A', '.', '/', 'l'};

static long answer(const char *path, int flags) {
  struct stat s;
  int descriptor = open(path, O_WRONLY | O_CREAT | flags, 0600);
  if (descriptor < 0) return -errno;
  klee_assert(fstat(descriptor, &s) == 0 && close(descriptor) == 0);
  return (long)s.st_ino;
}

int main(int argc, char **argv) {
  char *path = argv[1], copy[5] = {0};
  klee_assert(mkdir("l", 0755) == 0 && symlink("../A", "l/A") == 0 && symlink("l/", "ll") == 0);
  klee_assert(symlink("A/", "AA") == 0 && symlink("AA", "l/l") == 0 && symlink("l/.A", "A.") == 0);
  for (int i = 0; i < 4; i++) {
    int known = 0;
    for (int j = 0; j < 5; j++) known |= path[i] == alphabet[j];
    klee_assume(known);
    if (i > 0) klee_assume((path[i - 1] != 0) | (path[i] == 0));
  }
  int flags = klee_range(0, 2, "follow") ? 0 : O_NOFOLLOW;
  long unknown = answer(path, flags);
  for (int i = 0; i < 4; i++)
    for (int j = 0; j < 5; j++)
      if (path[i] == alphabet[j]) copy[i] = alphabet[j];
  klee_assert(answer(copy, flags) == unknown);
  return 0;
}
