// A name that is taken is taken, also with a slash behind it, whatever it stands for.
//~ EXEC
//~ PATHS: 1
#define _GNU_SOURCE
#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/stat.h>
#include <unistd.h>

static void show(const char *what, long result) {
  if (result < 0)
    printf("%s: error %d\n", what, errno);
  else
    printf("%s: %ld\n", what, result);
}
#define SHOW(call) show(#call, (long)(call))

int main(void) {
  char folder[] = "/tmp/making.XXXXXX";
  if (mkdtemp(folder) == NULL || chdir(folder) != 0) return 1;
  close(open("file", O_WRONLY | O_CREAT, 0600));
  SHOW(symlink("nowhere", "dangling"));
  SHOW(symlink("file", "link"));
  SHOW(mkdir("file/", 0777));
  SHOW(mkdir("link/", 0777));
  SHOW(mkdir("dangling/", 0777));
  SHOW(mknod("file/", S_IFREG | 0600, 0));
  SHOW(symlink("x", "file/"));
  SHOW(symlink("x", "link/"));
  SHOW(link("file", "link/"));
  SHOW(mkdir("file/below", 0777));
  SHOW(unlink("dangling"));
  SHOW(unlink("link"));
  SHOW(unlink("file"));
  SHOW(chdir("/"));
  SHOW(rmdir(folder));
  return 0;
}
