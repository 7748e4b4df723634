// Files and descriptors: what the kernel answers is what the model answers.
//~ EXEC
//~ PATHS: 1
#define _GNU_SOURCE
#include <errno.h>
#include <fcntl.h>
#include <grp.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/sendfile.h>
#include <sys/stat.h>
#include <sys/uio.h>
#include <unistd.h>

// The result and, where it failed, why.
static long show(const char *what, long result) {
  if (result < 0)
    printf("%s: error %d\n", what, errno);
  else
    printf("%s: %ld\n", what, result);
  return result;
}
#define SHOW(call) show(#call, (long)(call))

static void contents(const char *path) {
  char bytes[256];
  int fd = open(path, O_RDONLY);
  long n = read(fd, bytes, sizeof bytes);
  printf("%s has %ld:", path, n);
  for (long i = 0; i < n; i++) printf(bytes[i] < ' ' ? " %d" : " %c", bytes[i]);
  printf("\n");
  close(fd);
}

static void reading_and_writing(void) {
  char b[64] = {0};
  int fd = SHOW(open("a", O_RDWR | O_CREAT | O_EXCL, 0640));
  SHOW(open("a", O_RDWR | O_CREAT | O_EXCL, 0640));
  SHOW(write(fd, "hello world", 11));
  SHOW(lseek(fd, 6, SEEK_SET));
  SHOW(read(fd, b, 64));
  puts(b);
  SHOW(read(fd, b, 64));
  SHOW(lseek(fd, -3, SEEK_END));
  SHOW(lseek(fd, -30, SEEK_CUR));
  SHOW(lseek(fd, 0, 77));
  SHOW(pwrite(fd, "XYZ", 3, 20));
  SHOW(pread(fd, b, 8, 10));
  SHOW(lseek(fd, 0, SEEK_CUR));
  SHOW(pread(fd, b, 8, -1));
  contents("a");
  SHOW(ftruncate(fd, 4));
  SHOW(ftruncate(fd, 7));
  SHOW(ftruncate(fd, -7));
  contents("a");
  struct iovec v[3] = {{"one", 3}, {"", 0}, {"two!", 4}};
  SHOW(lseek(fd, 0, SEEK_SET));
  SHOW(writev(fd, v, 3));
  struct iovec r[2] = {{b, 2}, {b + 10, 20}};
  SHOW(lseek(fd, 0, SEEK_SET));
  SHOW(readv(fd, r, 2));
  printf("%.2s %.5s\n", b, b + 10);
  SHOW(fallocate(fd, 0, 0, 12));
  SHOW(lseek(fd, 0, SEEK_END));
  int ro = SHOW(open("a", O_RDONLY));
  SHOW(write(ro, "x", 1));
  SHOW(ftruncate(ro, 1));
  int wo = SHOW(open("a", O_WRONLY | O_APPEND));
  SHOW(read(wo, b, 1));
  SHOW(write(wo, "end", 3));
  contents("a");
  SHOW(close(ro)), SHOW(close(wo)), SHOW(close(fd)), SHOW(close(fd));
  SHOW(read(fd, b, 1));
  SHOW(write(-1, b, 1));
  SHOW(open("a", O_WRONLY | O_TRUNC));
  contents("a");
}

static void descriptors(void) {
  int fd = SHOW(open("b", O_RDWR | O_CREAT, 0600));
  int twin = SHOW(dup(fd));
  SHOW(write(fd, "abc", 3));
  SHOW(lseek(twin, 0, SEEK_CUR));
  SHOW(dup2(fd, 40));
  SHOW(dup2(fd, fd));
  SHOW(dup2(99, 3));
  SHOW(dup3(fd, fd, 0));
  SHOW(fcntl(40, F_GETFD));
  SHOW(fcntl(40, F_SETFD, FD_CLOEXEC));
  SHOW(fcntl(40, F_GETFD));
  SHOW(fcntl(fd, F_DUPFD, 20));
  SHOW(fcntl(fd, F_DUPFD_CLOEXEC, 20));
  SHOW(fcntl(21, F_GETFD));
  SHOW(fcntl(fd, F_GETFL) & (O_ACCMODE | O_APPEND | O_NONBLOCK));
  SHOW(fcntl(fd, F_SETFL, O_APPEND));
  SHOW(fcntl(twin, F_GETFL) & (O_ACCMODE | O_APPEND | O_NONBLOCK));
  SHOW(close(fd)), SHOW(write(twin, "d", 1)), SHOW(close(twin));
  SHOW(isatty(40));
  close(40), close(20), close(21);
  SHOW(open("b/", O_RDONLY));
  SHOW(open("b/c", O_RDONLY));
  SHOW(open("", O_RDONLY));
  SHOW(open(".", O_WRONLY));
  SHOW(open("new/", O_WRONLY | O_CREAT, 0600));
  SHOW(open("b", O_DIRECTORY));
}

static void pipes(void) {
  int p[2];
  char b[16] = {0};
  SHOW(pipe(p));
  SHOW(write(p[1], "through", 7));
  SHOW(read(p[0], b, 3));
  SHOW(read(p[0], b + 3, 10));
  puts(b);
  SHOW(lseek(p[0], 0, SEEK_SET));
  SHOW(pread(p[0], b, 1, 0));
  SHOW(fcntl(p[0], F_SETFL, O_NONBLOCK));
  SHOW(read(p[0], b, 1));
  SHOW(write(p[0], b, 1));
  SHOW(close(p[1]));
  SHOW(read(p[0], b, 1));
  struct stat s;
  SHOW(fstat(p[0], &s));
  printf("%o\n", s.st_mode & S_IFMT);
  SHOW(close(p[0]));
}

static void copying(void) {
  int from = SHOW(open("c", O_RDWR | O_CREAT, 0600)), to = SHOW(open("d", O_RDWR | O_CREAT, 0600));
  SHOW(write(from, "0123456789", 10));
  off_t at = 2;
  SHOW(sendfile(to, from, &at, 5));
  printf("at %ld\n", (long)at);
  SHOW(lseek(from, 5, SEEK_SET));
  SHOW(copy_file_range(from, NULL, to, NULL, 100, 0));
  contents("d");
  char *m = mmap(NULL, 10, PROT_READ, MAP_PRIVATE, from, 0);
  printf("%.10s\n", m);
  SHOW(munmap(m, 10));
  m = mmap(NULL, 10, PROT_READ | PROT_WRITE, MAP_SHARED, to, 0);
  m[0] = 'M';
  SHOW(msync(m, 10, MS_SYNC));
  SHOW(munmap(m, 10));
  contents("d");
  SHOW(mmap(NULL, 0, PROT_READ, MAP_PRIVATE, from, 0) == MAP_FAILED);
  SHOW(mmap(NULL, 10, PROT_READ, MAP_PRIVATE, 77, 0) == MAP_FAILED);
  close(from), close(to);
}

int main(void) {
  char folder[] = "/tmp/pleach-files-XXXXXX";
  if (geteuid() == 0 && (setgroups(0, NULL) || setgid(1000) || setuid(1000))) return 1;
  if (mkdtemp(folder) == NULL || chdir(folder) != 0) return 2;
  umask(022);
  reading_and_writing();
  descriptors();
  pipes();
  copying();
  const char *names[] = {"a", "b", "c", "d"};
  for (int i = 0; i < 4; i++) SHOW(unlink(names[i]));
  SHOW(chdir("/"));
  SHOW(rmdir(folder));
  return 0;
}
