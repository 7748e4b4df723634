// Directories, links, permissions: what the kernel answers is what the model answers.
//~ EXEC
//~ PATHS: 1
#define _GNU_SOURCE
#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <grp.h>
#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <time.h>
#include <unistd.h>

static long show(const char *what, long result) {
  if (result < 0)
    printf("%s: error %d\n", what, errno);
  else
    printf("%s: %ld\n", what, result);
  return result;
}
#define SHOW(call) show(#call, (long)(call))

static int order(const void *a, const void *b) {
  return strcmp(*(char *const *)a, *(char *const *)b);
}

static void list(const char *path) {
  DIR *d = opendir(path);
  char *names[64];
  int n = 0;
  printf("%s:", path);
  if (d == NULL) {
    printf(" error %d\n", errno);
    return;
  }
  for (struct dirent *e; (e = readdir(d)) != NULL && n < 64;) {
    char text[300];
    snprintf(text, sizeof text, "%s(%d)", e->d_name, e->d_type);
    names[n++] = strdup(text);
  }
  qsort(names, n, sizeof *names, order);
  for (int i = 0; i < n; i++) printf(" %s", names[i]), free(names[i]);
  printf("\n");
  closedir(d);
}

static void about(const char *path) {
  struct stat s;
  if (lstat(path, &s) < 0) {
    printf("%s: error %d\n", path, errno);
    return;
  }
  printf("%s: mode %o links %ld size %ld owner %d\n", path, s.st_mode, (long)s.st_nlink,
         S_ISDIR(s.st_mode) ? 0L : (long)s.st_size, s.st_uid);
}

static void make(const char *path, const char *text) {
  int fd = open(path, O_WRONLY | O_CREAT | O_TRUNC, 0666);
  if (write(fd, text, strlen(text)) < 0) perror(path);
  close(fd);
}

static void folders(void) {
  SHOW(mkdir("dir", 0777));
  SHOW(mkdir("dir", 0777));
  SHOW(mkdir("dir/", 0777));
  SHOW(mkdir("slash/", 0777));
  SHOW(mkdir("no/such", 0777));
  SHOW(mkdir("dir/sub", 0700));
  SHOW(mkdir("", 0700));
  about("dir"), about("dir/sub"), about("slash"), about("dir/."), about("dir/sub/..");
  list(".");
  SHOW(rmdir("dir"));
  SHOW(rmdir("dir/."));
  SHOW(rmdir("dir/sub/.."));
  SHOW(rmdir("nothing"));
  make("file", "text");
  SHOW(rmdir("file"));
  SHOW(unlink("dir"));
  SHOW(unlink("file/"));
  SHOW(mkdir("file/x", 0700));
  SHOW(chdir("file"));
  SHOW(chdir("dir/sub"));
  about("../../file"), about(".//..///../file");
  SHOW(chdir("../.."));
  int fd = SHOW(open("dir", O_RDONLY | O_DIRECTORY));
  SHOW(mkdirat(fd, "by-fd", 0755));
  SHOW(unlinkat(fd, "by-fd", 0));
  SHOW(unlinkat(fd, "by-fd", AT_REMOVEDIR));
  SHOW(fchdir(fd));
  list(".");
  SHOW(read(fd, &fd, 1));
  SHOW(chdir(".."));
  close(fd);
}

static void links(void) {
  char target[64] = {0};
  SHOW(link("file", "dir/hard"));
  about("file");
  SHOW(link("dir", "dir2"));
  SHOW(link("file", "dir/hard"));
  SHOW(symlink("../file", "dir/soft"));
  SHOW(symlink("dir", "todir"));
  SHOW(symlink("loop", "loop"));
  SHOW(symlink("nowhere", "dangling"));
  SHOW(symlink("", "empty"));
  SHOW(readlink("dir/soft", target, sizeof target));
  puts(target);
  SHOW(readlink("dir/soft", target, 3));
  SHOW(readlink("file", target, 3));
  about("dir/soft"), about("todir/"), about("todir"), about("todir/hard");
  SHOW(access("dir/soft", F_OK));
  SHOW(access("dangling", F_OK));
  SHOW(access("loop", F_OK));
  SHOW(open("loop", O_RDONLY));
  SHOW(open("dir/soft", O_RDONLY | O_NOFOLLOW));
  SHOW(open("dangling", O_RDONLY));
  SHOW(open("dangling", O_WRONLY | O_CREAT | O_EXCL, 0600));
  int fd = SHOW(open("dangling", O_WRONLY | O_CREAT, 0600));
  close(fd);
  about("nowhere");
  list("."), list("todir"), list("file");
  SHOW(unlink("file"));
  about("dir/hard");
  SHOW(unlink("dangling")), SHOW(unlink("loop")), SHOW(unlink("todir"));
  SHOW(unlink("nowhere"));
}

static void renames(void) {
  make("one", "1"), make("two", "22");
  SHOW(rename("one", "two"));
  about("one"), about("two");
  SHOW(rename("one", "three"));
  SHOW(rename("two", "dir"));
  SHOW(rename("dir", "two"));
  SHOW(rename("dir", "dir/sub/in"));
  SHOW(rename("dir", "dir"));
  SHOW(rename("two", "dir/sub/moved"));
  list("dir/sub");
  SHOW(rename("dir/sub", "out"));
  list("out"), list("dir");
  about("dir"), about("out");
  SHOW(mkdir("full", 0755)), make("full/x", "");
  SHOW(rename("out", "full"));
  SHOW(unlink("full/x"));
  SHOW(rename("out", "full"));
  SHOW(syscall(SYS_renameat2, AT_FDCWD, "full", AT_FDCWD, "dir", 1));
  SHOW(rename("full", "end/"));
  SHOW(rename("end/moved", "moved/"));
  list("end");
}

static void permissions(void) {
  make("mine", "x");
  SHOW(chmod("mine", 0));
  SHOW(open("mine", O_RDONLY));
  SHOW(access("mine", R_OK));
  SHOW(access("mine", F_OK));
  SHOW(chmod("mine", 0200));
  SHOW(open("mine", O_RDWR));
  SHOW(access("mine", W_OK));
  about("mine");
  SHOW(chmod("end", 0500));
  SHOW(unlink("end/moved"));
  SHOW(mkdir("end/new", 0700));
  SHOW(chmod("end", 0600));
  about("end/moved");
  SHOW(chdir("end"));
  SHOW(chmod("end", 0700));
  SHOW(chown("mine", 0, -1));
  SHOW(chown("mine", -1, -1));
  SHOW(chown("mine", getuid(), getgid()));
  SHOW(unlink("/etc/passwd"));
  SHOW(open("/etc/passwd", O_WRONLY));
  SHOW(mkdir("/etc/x", 0755));
  printf("%o\n", umask(077));
  make("private", "");
  about("private");
  SHOW(umask(022));
  struct timespec times[2] = {{1000, 5}, {2000, 7}};
  SHOW(utimensat(AT_FDCWD, "private", times, 0));
  struct stat s;
  stat("private", &s);
  printf("%ld.%ld %ld.%ld\n", (long)s.st_atim.tv_sec, s.st_atim.tv_nsec, (long)s.st_mtim.tv_sec,
         s.st_mtim.tv_nsec);
  times[0].tv_nsec = UTIME_OMIT, times[1].tv_nsec = 1000000000;
  SHOW(utimensat(AT_FDCWD, "private", times, 0));
  SHOW(unlink("mine")), SHOW(unlink("private"));
}

// A folder that is removed while somebody is in it.
static void removed(void) {
  make("kept", "x");
  SHOW(mkdir("gone", 0755)), SHOW(chdir("gone")), SHOW(rmdir("../gone"));
  SHOW(link("../kept", "x"));
  SHOW(rename("../kept", "x"));
  SHOW(symlink("../kept", "x"));
  SHOW(mkdir("x", 0755));
  SHOW(chdir("..")), SHOW(unlink("kept"));
}

// Links are counted in a whole path, not only one inside the other.
static void many_links(void) {
  char path[256] = "";
  SHOW(symlink(".", "here"));
  for (int i = 0; i < 41; i++) {
    strcat(path, "here/");
    if (i >= 38) printf("%d links: %d\n", i + 1, access(path, F_OK) < 0 ? errno : 0);
  }
  SHOW(unlink("here"));
}

// The names of the standard streams lead to what is open.
static void streams(void) {
  const char *names[] = {"/dev/stdin", "/dev/stdout", "/dev/stderr"};
  char target[32] = {0};
  struct stat open_file, named, link;
  for (int i = 0; i < 3; i++) {
    printf("%d %d %d", fstat(i, &open_file), stat(names[i], &named), lstat(names[i], &link));
    printf(" %d %d %d\n", named.st_ino == open_file.st_ino, named.st_mode == open_file.st_mode,
           S_ISLNK(link.st_mode));
    printf("%ld", (long)readlink(names[i], target, 31)), printf(" %s\n", target);
  }
  make("in", "input");
  SHOW(dup2(open("in", O_RDONLY), 0));
  int fd = SHOW(open("/dev/stdin", O_RDONLY));
  SHOW(read(fd, target, 31)), SHOW(read(0, target, 31));
  close(fd), close(0);
  SHOW(stat("/dev/stdin", &named));
  SHOW(open("/dev/stdin", O_RDONLY));
  SHOW(open("/dev/null", O_RDONLY));
  SHOW(unlink("in"));
}

int main(void) {
  char folder[] = "/tmp/pleach-names-XXXXXX", cwd[PATH_MAX];
  if (geteuid() == 0 && (setgroups(0, NULL) || setgid(1000) || setuid(1000))) return 1;
  if (mkdtemp(folder) == NULL || chdir(folder) != 0) return 2;
  umask(022);
  printf("%d\n", strcmp(getcwd(cwd, sizeof cwd), folder));
  folders();
  links();
  renames();
  permissions();
  removed();
  many_links();
  streams();
  char small[2];
  printf("%d %d\n", getcwd(small, 2) == NULL, errno);
  SHOW(unlink("end/moved")), SHOW(rmdir("end")), SHOW(unlink("dir/hard"));
  SHOW(unlink("dir/soft")), SHOW(rmdir("dir")), SHOW(rmdir("slash"));
  list(".");
  SHOW(mkdir("last", 0700)), SHOW(chdir("last")), SHOW(rmdir("../last"));
  printf("%d %d\n", getcwd(cwd, sizeof cwd) == NULL, errno);
  SHOW(open("x", O_WRONLY | O_CREAT, 0600));
  SHOW(chdir("/"));
  SHOW(rmdir(folder));
  return 0;
}
