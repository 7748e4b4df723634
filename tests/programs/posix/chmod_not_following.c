// The C library changes the permissions of what a name is itself, not of what a link leads to,
// through the names of descriptors below /proc.
//~ EXEC
//~ PATHS: 1
#define _GNU_SOURCE
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/stat.h>
#include <unistd.h>
int main(void) {
  char folder[] = "/tmp/modes.XXXXXX";
  if (mkdtemp(folder) == NULL || chdir(folder) != 0) return 1;
  close(open("file", O_WRONLY | O_CREAT, 0600));
  int pipe = mkfifo("pipe", 0644);
  printf("%d %d\n", pipe, fchmodat(AT_FDCWD, "file", 0444, AT_SYMLINK_NOFOLLOW));
  printf("%d\n", fchmodat(AT_FDCWD, "pipe", 0611, AT_SYMLINK_NOFOLLOW));
  struct stat about;
  if (stat("file", &about) == 0) printf("%o\n", (unsigned)about.st_mode);
  if (stat("pipe", &about) == 0) printf("%o\n", (unsigned)about.st_mode);
  unlink("file");
  unlink("pipe");
  return chdir("/") != 0 || rmdir(folder) != 0;
}
