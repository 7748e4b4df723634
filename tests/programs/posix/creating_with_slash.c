// A file is never made, or opened to be made, by a name with a slash behind it: what the name leads
// to is not looked at.
//~ EXEC
//~ PATHS: 1
#define _GNU_SOURCE
#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/stat.h>
#include <unistd.h>

static void attempt(const char *path, int flags) {
  int descriptor = open(path, flags | O_WRONLY, 0600);
  if (descriptor < 0)
    printf("%s %o: error %d\n", path, flags, errno);
  else
    printf("%s %o: open, %d\n", path, flags, close(descriptor));
}

int main(void) {
  static const char *const paths[] = {
      "file",     "file/",     "folder/", "folder//", "missing/", "file/below", "file/below/",
      "link/",    "dangling/", "loop/",   "loop",     "slashed",  "slashed/",   "towards",
      "nowhere/", "./",        "../",     "folder/.", "/",        "none/below/",
  };
  char folder[] = "/tmp/creating.XXXXXX";
  if (mkdtemp(folder) == NULL || chdir(folder) != 0) return 1;
  close(open("file", O_WRONLY | O_CREAT, 0600));
  mkdir("folder", 0700);
  symlink("file", "link");
  symlink("nowhere", "dangling");
  symlink("loop", "loop");
  symlink("file/", "slashed");
  symlink("slashed", "towards");
  for (unsigned i = 0; i < sizeof paths / sizeof *paths; i++) {
    attempt(paths[i], 0);
    attempt(paths[i], O_CREAT);
    attempt(paths[i], O_CREAT | O_EXCL);
    attempt(paths[i], O_CREAT | O_NOFOLLOW);
  }
  static const char *const made[] = {"file", "link", "dangling", "loop", "slashed", "towards"};
  for (unsigned i = 0; i < sizeof made / sizeof *made; i++) printf("%d\n", unlink(made[i]));
  printf("%d %d %d\n", rmdir("folder"), chdir("/"), rmdir(folder));
  return 0;
}
