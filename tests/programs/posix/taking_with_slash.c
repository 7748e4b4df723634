// Removing and moving names with a slash behind them: a link is never followed for it. Every name
// is removed, and moved to every other.
//~ EXEC
//~ PATHS: 1
#define _GNU_SOURCE
#include <errno.h>
#include <fcntl.h>
#include <grp.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <unistd.h>

static const char *const names[] = {"dir",  "dir/",  "full/", "file", "file/", "todir", "todir/",
                                    "tofile", "tofile/", "lost/", "new", "new/", ".", "./", "dir/.",
                                    "todir/..", "/"};
enum { NAMES = sizeof names / sizeof *names };

static void make(void) {
  mkdir("dir", 0755), mkdir("full", 0755), mkdir("full/x", 0755);
  close(open("file", O_WRONLY | O_CREAT, 0644));
  if (symlink("dir", "todir") || symlink("file", "tofile") || symlink("nowhere", "lost")) exit(3);
}

static void clear(void) {
  static const char *const left[] = {"dir", "full", "file", "todir", "tofile", "lost", "new"};
  for (unsigned i = 0; i < sizeof left / sizeof *left; i++) {
    char inside[16];
    rmdir(strcat(strcpy(inside, left[i]), "/x"));
    if (rmdir(left[i]) < 0) unlink(left[i]);
  }
}

static void show(const char *what, const char *a, const char *b, int result) {
  printf("%s %s %s: %d\n", what, a, b, result < 0 ? errno : 0);
  if (result == 0) clear(), make();
}

int main(void) {
  char folder[] = "/tmp/pleach-taking-XXXXXX";
  if (geteuid() == 0 && (setgroups(0, NULL) || setgid(1000) || setuid(1000))) return 1;
  if (mkdtemp(folder) == NULL || chdir(folder) != 0) return 2;
  make();
  for (int i = 0; i < NAMES; i++) {
    show("rmdir", names[i], "", rmdir(names[i]));
    show("unlink", names[i], "", unlink(names[i]));
    for (int j = 0; j < NAMES; j++) {
      show("rename", names[i], names[j], rename(names[i], names[j]));
      for (int flags = 1; flags <= 2 && i % 3 == 0; flags++)
        show(flags == 1 ? "move" : "exchange", names[i], names[j],
             (int)syscall(SYS_renameat2, AT_FDCWD, names[i], AT_FDCWD, names[j], flags));
    }
  }
  clear();
  printf("%d %d\n", chdir("/"), rmdir(folder));
  return 0;
}
