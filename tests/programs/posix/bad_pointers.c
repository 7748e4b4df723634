// Where a pointer leads nowhere, every system call answers as the kernel does: EFAULT, or whatever
// it finds wrong before it looks.
//~ EXEC
//~ PATHS: 1
#define _GNU_SOURCE
#include <errno.h>
#include <fcntl.h>
#include <sched.h>
#include <stdio.h>
#include <sys/ioctl.h>
#include <sys/prctl.h>
#include <sys/select.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <sys/time.h>
#include <sys/uio.h>
#include <time.h>
#include <unistd.h>

static char *bad[] = {NULL, (char *)8, (char *)4095, (char *)0xdeadbeef, (char *)0x7ffffff00000,
                      (char *)-1, (char *)-4096};
enum { FUTEX_WAIT, FUTEX_WAKE };
enum { BAD = sizeof bad / sizeof *bad };

static char *p; /* the bad one of this round */

static void show(const char *what, long result) {
  if (result == -1)
    printf("%s %d\n", what, errno);
  else
    printf("%s returns %ld\n", what, result);
}

#define CALL(name, ...) show(#name, syscall(SYS_##name, __VA_ARGS__))

static void transfers(int file, int zero, int null, int full, int in, int out) {
  struct iovec vector[2] = {{p, 1}, {p, 0}};
  CALL(read, 99, p, 1);
  CALL(read, file, p, 0);
  CALL(read, file, p, 1);
  CALL(read, zero, p, 1);
  CALL(read, null, p, 1);
  CALL(read, in, p, 1);
  CALL(write, out, p, 1);
  CALL(write, out, p, 0);
  CALL(write, null, p, 1);
  CALL(write, full, p, 1);
  CALL(write, file, p, 1);
  CALL(pread64, file, p, 1, 0);
  CALL(pread64, file, p, 1, 1000000);
  CALL(pwrite64, null, p, 1, 0);
  CALL(readv, file, p, 1);
  CALL(readv, file, p, 0);
  CALL(readv, file, p, 2000);
  CALL(readv, file, vector, 1);
  CALL(readv, 99, p, 1);
  CALL(writev, out, p, 1);
  CALL(writev, out, vector, 2);
  CALL(preadv, file, vector, 1, 0, 0);
  CALL(sendfile, out, file, p, 1);
  CALL(copy_file_range, file, p, file, NULL, 1, 0);
}

static void names(void) {
  struct stat status;
  CALL(open, p, O_RDONLY, 0);
  CALL(openat, AT_FDCWD, p, O_CREAT | O_RDWR, 0600);
  CALL(creat, p, 0600);
  CALL(stat, p, &status);
  CALL(stat, "/etc", p);
  CALL(stat, "/no such", p);
  CALL(lstat, p, p);
  CALL(fstat, 1, p);
  CALL(fstat, 99, p);
  CALL(newfstatat, AT_FDCWD, p, &status, 0);
  CALL(newfstatat, AT_FDCWD, "/etc", p, 0);
  CALL(statx, AT_FDCWD, "/etc", 0, 0xfff, p);
  CALL(statfs, p, p);
  CALL(statfs, "/etc", p);
  CALL(fstatfs, 1, p);
  CALL(access, p, F_OK);
  CALL(faccessat, AT_FDCWD, p, R_OK);
  CALL(getcwd, p, 4096);
  CALL(getcwd, p, 0);
  CALL(chdir, p);
  CALL(rename, p, "/tmp/x");
  CALL(renameat2, AT_FDCWD, p, AT_FDCWD, p, 0);
  CALL(mkdir, p, 0700);
  CALL(rmdir, p);
  CALL(unlink, p);
  CALL(link, p, "/tmp/x");
  CALL(symlink, p, "/tmp/x");
  CALL(symlink, "to", p);
  CALL(readlink, p, p, 10);
  CALL(readlink, "/etc", p, 0);
  CALL(readlink, "/etc", p, 10);
  CALL(mknod, p, S_IFIFO | 0600, 0);
  CALL(chmod, p, 0600);
  CALL(chown, p, -1, -1);
  CALL(truncate, p, 0);
  CALL(utime, p, NULL);
  CALL(listxattr, p, NULL, 0);
}

static void times_of(void) {
  CALL(utimensat, AT_FDCWD, "/no such", p, 0);
  CALL(utimes, "/no such", p);
  CALL(utime, "/no such", p);
}

static void descriptors(int file, int in, int out) {
  (void)file;
  CALL(pipe, p);
  CALL(pipe2, p, 0);
  CALL(fcntl, in, F_GETLK, p);
  CALL(fcntl, 99, F_GETLK, p);
  CALL(fcntl, in, F_SETLK, p);
  CALL(ioctl, in, FIONBIO, p);
  CALL(ioctl, in, FIONREAD, p);
  CALL(ioctl, 99, FIONREAD, p);
  CALL(ioctl, out, TIOCGWINSZ, p);
  CALL(poll, p, 1, 0);
  CALL(poll, p, 0, 0);
}

static void directory(void) {
  int folder = open("/etc", O_RDONLY | O_DIRECTORY);
  CALL(getdents64, folder, p, 1000);
  CALL(getdents64, 99, p, 1000);
  close(folder);
}

static void of_time(void) {
  CALL(clock_gettime, CLOCK_REALTIME, p);
  CALL(clock_gettime, 77, p);
  CALL(nanosleep, p, NULL);
  CALL(clock_nanosleep, CLOCK_MONOTONIC, 0, p, NULL);
  CALL(clock_nanosleep, 77, 0, p, NULL);
  CALL(getitimer, ITIMER_REAL, p);
  CALL(getitimer, 7, p);
}

static void of_process(void) {
  CALL(rt_sigpending, p, 8);
  CALL(uname, p);
  CALL(sysinfo, p);
  CALL(getrandom, p, 1, 0);
  CALL(getrlimit, 7, p);
  CALL(getrlimit, 99, p);
  CALL(setrlimit, 7, p);
  CALL(getrusage, 0, p);
  CALL(getrusage, 7, p);
  CALL(prctl, PR_GET_NAME, p);
  CALL(prctl, PR_SET_NAME, p);
  CALL(prctl, PR_GET_PDEATHSIG, p);
  CALL(wait4, -1, p, 0, NULL);
  CALL(sched_getparam, 0, p);
  CALL(sched_rr_get_interval, 0, p);
  CALL(sched_getaffinity, 0, 128, p);
  CALL(getresuid, p, p, p);
  CALL(rt_sigsuspend, p, 8);
  CALL(futex, p, FUTEX_WAIT, 0, NULL);
  CALL(futex, p, FUTEX_WAKE, 1);
  CALL(mprotect, (long)p & ~4095, 4096, 1);
  CALL(madvise, (long)p & ~4095, 4096, 0);
}

/* For these null means that nothing is wanted. */
static void optional(void) {
  fd_set set;
  int zero = 0;
  FD_ZERO(&set);
  CALL(rt_sigaction, 10, p, NULL, 8);
  CALL(rt_sigaction, 99, p, NULL, 8);
  CALL(rt_sigaction, 10, NULL, p, 8);
  CALL(rt_sigprocmask, 0, p, NULL, 8);
  CALL(rt_sigprocmask, 0, NULL, p, 8);
  CALL(sigaltstack, p, NULL);
  CALL(clock_getres, CLOCK_REALTIME, p);
  CALL(gettimeofday, p, NULL);
  CALL(getcpu, p, NULL, NULL);
  CALL(setitimer, ITIMER_REAL, p, NULL);
  CALL(prlimit64, 0, 7, p, NULL);
  CALL(prlimit64, 0, 7, NULL, p);
  if (p == NULL) return;
  CALL(ppoll, NULL, 0, p, NULL, 8);
  CALL(select, 1, p, NULL, NULL, NULL);
  CALL(select, 0, NULL, NULL, NULL, p);
  CALL(pselect6, 0, NULL, NULL, NULL, p, NULL);
  CALL(pselect6, 0, NULL, NULL, NULL, NULL, p);
  CALL(futex, &zero, FUTEX_WAIT, 0, p);
  CALL(times, p);
  CALL(time, p);
}

int main(void) {
  int file = open("/etc/passwd", O_RDONLY), zero = open("/dev/zero", O_RDWR);
  int null = open("/dev/null", O_RDWR), full = open("/dev/full", O_RDWR), ends[2];
  if (file < 0 || zero < 0 || null < 0 || full < 0 || pipe(ends) != 0) return 1;
  if (write(ends[1], "x", 1) != 1) return 2;
  for (int i = 0; i < BAD; i++) {
    p = bad[i];
    printf("round %d\n", i);
    transfers(file, zero, null, full, ends[0], ends[1]);
    names();
    times_of();
    descriptors(file, ends[0], ends[1]);
    directory();
    of_time();
    of_process();
    optional();
  }
  /* What was there is still there. */
  char byte = 0;
  show("read", read(ends[0], &byte, 1));
  printf("%c\n", byte);
  return 0;
}
