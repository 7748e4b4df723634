// The outside: no processes, no network, nothing to write to, and stand-ins for what programs
// look for.
//~ PATHS: 1
//~ INCOMPLETE: `fork` is refused
#define _GNU_SOURCE
#include <errno.h>
#include <fcntl.h>
#include <klee/klee.h>
#include <netinet/in.h>
#include <pwd.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mount.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

#define FAILS(call, why) klee_assert((call) == -1 && errno == (why))

int main(void) {
  char b[64], *no[] = {NULL};
  FAILS(fork(), EAGAIN);
  FAILS(execve("/bin/sh", no, no), EACCES);
  FAILS(socket(AF_INET, SOCK_STREAM, 0), EAFNOSUPPORT);
  FAILS(connect(1, NULL, 0), ENOTSOCK);
  FAILS(wait(NULL), ECHILD);
  FAILS(kill(1, SIGKILL), ESRCH);
  FAILS(kill(-1, SIGKILL), ESRCH);
  FAILS(unlink("/etc/passwd"), EACCES);
  FAILS(open("/etc/passwd", O_WRONLY), EACCES);
  FAILS(open("/etc/shadow", O_RDONLY), ENOENT);
  FAILS(open("/proc/self/mem", O_RDWR), ENOENT);
  FAILS(open("../../../../root", O_RDONLY), ENOENT);
  FAILS(mkdir("/new", 0777), EACCES);
  FAILS(chroot("/"), EPERM);
  FAILS(setuid(0), EPERM);
  FAILS(open("/dev/tty", O_RDWR), ENXIO);
  klee_assert(getuid() == 1000 && geteuid() == 1000);
  klee_assert(strcmp(getpwuid(getuid())->pw_name, "user") == 0);
  klee_assert(strcmp(getcwd(b, sizeof b), "/box") == 0);
  int fd = open("/dev/zero", O_RDWR);
  b[5] = 1;
  klee_assert(read(fd, b, 8) == 8 && b[5] == 0);
  klee_assert(read(open("/dev/random", O_RDONLY), b, 8) == 8);
  FAILS(write(open("/dev/full", O_WRONLY), b, 1), ENOSPC);
  klee_assert(write(open("/dev/null", O_WRONLY), b, 8) == 8);
  klee_assert(read(open("/dev/null", O_RDONLY), b, 8) == 0);
  klee_assert(mkdir("/tmp/x", 0700) == 0 && rmdir("/tmp/x") == 0);
  klee_assert(read(0, b, 8) == 0);
  return 0;
}
