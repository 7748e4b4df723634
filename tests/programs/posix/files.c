// Files and descriptors: what the kernel answers is what the model answers.
//~ EXEC
//~ PATHS: 1
#define _GNU_SOURCE
#include <errno.h>
#include <fcntl.h>
#include <grp.h>
#include <limits.h>
#include <poll.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/file.h>
#include <sys/mman.h>
#include <sys/resource.h>
#include <sys/sendfile.h>
#include <sys/stat.h>
#include <sys/syscall.h>
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

// Places at the end of what there can be, and before the beginning.
static void places(void) {
  char b[4];
  int fd = SHOW(open("e", O_RDWR | O_CREAT, 0600)), to = SHOW(open("f", O_RDWR | O_CREAT, 0600));
  SHOW(write(fd, "0123456789", 10));
  SHOW(pwrite(fd, "x", 1, LONG_MAX));
  SHOW(pread(fd, b, 4, LONG_MAX - 2));
  SHOW(pread(fd, b, 4, LONG_MAX / 2));
  SHOW(lseek(fd, LONG_MAX, SEEK_CUR));
  SHOW(lseek(fd, LONG_MAX, SEEK_END));
  SHOW(fallocate(fd, 0, 1, LONG_MAX));
  SHOW(fallocate(fd, 0, -1, 1));
  SHOW(fallocate(fd, FALLOC_FL_PUNCH_HOLE, 0, 4));
  SHOW(fallocate(fd, FALLOC_FL_PUNCH_HOLE | FALLOC_FL_KEEP_SIZE, 2, 3));
  off_t before = -1, far_before = -100, start = 0;
  SHOW(sendfile(to, fd, &before, 5));
  SHOW(sendfile(to, fd, &start, -1));
  SHOW(copy_file_range(fd, &before, to, NULL, 5, 0));
  SHOW(copy_file_range(fd, &far_before, to, NULL, 5, 0));
  SHOW(copy_file_range(fd, &start, to, &far_before, 5, 0));
  SHOW(copy_file_range(fd, &start, to, NULL, -1, 0));
  SHOW(copy_file_range(fd, &start, to, NULL, 1, 7));
  SHOW(mmap(NULL, 10, PROT_READ, MAP_PRIVATE, fd, -4096) == MAP_FAILED ? errno : 0);
  SHOW(mmap(NULL, -1, PROT_READ, MAP_PRIVATE, fd, 0) == MAP_FAILED ? errno : 0);
  struct iovec bad[2] = {{"abc", 3}, {"d", -1}};
  SHOW(writev(to, bad, 2));
  SHOW(fcntl(to, F_SETFL, O_APPEND));
  SHOW(sendfile(to, fd, &start, 1));
  close(fd), close(to);
  contents("e"), contents("f");
}

// What has to be kept somewhere, and descriptors that only stand for a place.
static void keeping(void) {
  int p[2], file = SHOW(open("e", O_RDWR)), null = SHOW(open("/dev/null", O_RDWR));
  int folder = SHOW(open(".", O_RDONLY)), place = SHOW(open("e", O_PATH));
  SHOW(pipe(p));
  const int all[] = {file, null, folder, place, p[0], p[1], 99};
  for (int i = 0; i < 7; i++) {
    int fd = all[i];
    printf("%d:\n", i);
    SHOW(fsync(fd)), SHOW(fdatasync(fd)), SHOW(flock(fd, LOCK_SH));
    SHOW(posix_fadvise(fd, 0, 0, POSIX_FADV_SEQUENTIAL)), SHOW(posix_fadvise(fd, 0, 0, 77));
    SHOW(readahead(fd, 0, 1));
    SHOW(sync_file_range(fd, 0, 1, SYNC_FILE_RANGE_WRITE)), SHOW(sync_file_range(fd, -1, 1, 0));
    SHOW(ftruncate(fd, 10));
    SHOW(lseek(fd, 0, SEEK_CUR));
    SHOW(fcntl(fd, F_SETFL, 0)), SHOW(fcntl(fd, F_GETFD));
    SHOW(futimens(fd, NULL));
    SHOW(syscall(SYS_getdents64, fd, all, 1) < 0 ? errno : 0);
    SHOW(mmap(NULL, 10, PROT_READ, MAP_PRIVATE, fd, 0) == MAP_FAILED ? errno : 0);
  }
  struct stat s;
  SHOW(fstat(place, &s)), SHOW(syscall(SYS_fchmod, place, 0)), SHOW(openat(place, "x", O_RDONLY));
  struct pollfd polled = {place, POLLIN, 0};
  SHOW(poll(&polled, 1, 0)), SHOW(polled.revents);
  for (int i = 0; i < 6; i++) close(all[i]);
  SHOW(symlink("e", "link"));
  SHOW(open("link", O_RDONLY | O_NOFOLLOW | O_DIRECTORY));
  SHOW(open("link", O_PATH | O_NOFOLLOW | O_DIRECTORY));
  SHOW(unlink("link"));
  /* Nothing is made or cut off when there is no descriptor left. */
  struct rlimit limit = {1024, 1024};
  if (setrlimit(RLIMIT_NOFILE, &limit)) puts("no limit");
  while (dup(0) >= 0) {}
  SHOW(open("e", O_RDWR | O_TRUNC));
  SHOW(open("g", O_RDWR | O_CREAT, 0600));
  SHOW(open("nothing", O_RDONLY));
  SHOW(pipe(p));
  for (int i = 3; i < 1024; i++) close(i);
  contents("e");
  SHOW(access("g", F_OK));
}

// What is in a file and what is in its mappings is the same.
static void mapping(void) {
  char b[16] = {0};
  int fd = SHOW(open("m", O_RDWR | O_CREAT, 0600));
  SHOW(write(fd, "0123456789", 10));
  char *m = mmap(NULL, 10, PROT_READ | PROT_WRITE, MAP_SHARED, fd, 0);
  char *read_only = mmap(NULL, 10, PROT_READ, MAP_SHARED, fd, 0);
  SHOW(pwrite(fd, "X", 1, 0));
  printf("%.10s %.10s\n", m, read_only);
  m[1] = 'Y';
  SHOW(pread(fd, b, 3, 0));
  printf("%s %.10s\n", b, read_only);
  SHOW(pwrite(fd, "Z", 1, 2));
  m[3] = 'W';
  SHOW(ftruncate(fd, 6));
  printf("%d %d\n", m[5], m[6]);
  SHOW(pwrite(fd, "tail", 4, 8));
  printf("%d %.4s\n", m[7], m + 8);
  m[7] = 'V';
  SHOW(munmap(m, 10));
  contents("m");
  printf("%.12s\n", read_only);
  SHOW(fallocate(fd, FALLOC_FL_PUNCH_HOLE | FALLOC_FL_KEEP_SIZE, 0, 2));
  printf("%d %c\n", read_only[1], read_only[2]);
  SHOW(munmap(read_only, 10));
  SHOW(pwrite(fd, "far", 3, 5000));
  for (int shared = 0; shared < 2; shared++) {
    m = mmap(NULL, 4096, PROT_READ, shared ? MAP_SHARED : MAP_PRIVATE, fd, 0);
    m = mremap(m, 4096, 8192, MREMAP_MAYMOVE);
    printf("%c %s\n", m[2], m + 5000);
    SHOW(munmap(m, 8192));
  }
  char *one = mmap(NULL, 5000, PROT_READ | PROT_WRITE, MAP_SHARED, fd, 0);
  char *two = mmap(NULL, 10, PROT_READ | PROT_WRITE, MAP_SHARED, fd, 4096);
  char *three = mmap(NULL, 10, PROT_READ | PROT_WRITE, MAP_SHARED, fd, 0);
  one[5] = '1', one[4100] = 'a', two[5] = '2', three[0] = '3';
  SHOW(pread(fd, b, 6, 0));
  printf("%c%c\n", b[0], b[5]);
  SHOW(pread(fd, b, 6, 4096));
  printf("%c%c\n", b[4], b[5]);
  printf("%c%c%c%c\n", one[0], one[4101], two[4], three[5]);
  two[4] = 'b';
  SHOW(munmap(one, 5000)), SHOW(munmap(two, 10)), SHOW(munmap(three, 10));
  SHOW(pread(fd, b, 6, 4096));
  printf("%c%c\n", b[4], b[5]);
  SHOW(ftruncate(fd, 4));
  m = mmap(NULL, 4, PROT_READ | PROT_WRITE, MAP_SHARED, fd, 0);
  close(fd);
  SHOW(unlink("m"));
  m[0] = 'u';
  printf("%c%c\n", m[0], m[2]);
  SHOW(munmap(m, 4));
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
  places();
  keeping();
  mapping();
  const char *names[] = {"a", "b", "c", "d", "e", "f"};
  for (int i = 0; i < 6; i++) SHOW(unlink(names[i]));
  SHOW(chdir("/"));
  SHOW(rmdir(folder));
  return 0;
}
