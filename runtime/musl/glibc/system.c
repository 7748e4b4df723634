/* Checked requests to the system, and open without the mode that it would need to create. */
#define _GNU_SOURCE
#include <arpa/inet.h>
#include <fcntl.h>
#include <poll.h>
#include <sched.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/random.h>
#include <sys/socket.h>
#include <sys/sysmacros.h>
#include <syslog.h>
#include <unistd.h>

_Noreturn void __chk_fail(void);

static void need(size_t wanted, size_t room) {
  if (wanted > room) __chk_fail();
}

/* ---- Files --------------------------------------------------------------------------------- */

static int without_mode(int flags) {
  if (flags & O_CREAT || (flags & O_TMPFILE) == O_TMPFILE) __chk_fail();
  return flags;
}
int __open_2(const char *path, int flags) { return open(path, without_mode(flags)); }
int __open64_2(const char *path, int flags) { return open(path, without_mode(flags)); }
int __openat_2(int folder, const char *path, int flags) {
  return openat(folder, path, without_mode(flags));
}
int __openat64_2(int folder, const char *path, int flags) {
  return openat(folder, path, without_mode(flags));
}
ssize_t __pread64_chk(int descriptor, void *to, size_t n, off_t at, size_t room) {
  need(n, room);
  return pread(descriptor, to, n, at);
}
ssize_t __readlinkat_chk(int folder, const char *path, char *to, size_t n, size_t room) {
  need(n, room);
  return readlinkat(folder, path, to, n);
}
char *__getwd_chk(char *to, size_t room) {
  char *path = getcwd(to, room);
  return path;
}
char *canonicalize_file_name(const char *path) { return realpath(path, 0); }
int __dup2(int from, int to) { return dup2(from, to); }
unsigned gnu_dev_major(unsigned long long device) { return major(device); }
unsigned gnu_dev_minor(unsigned long long device) { return minor(device); }
unsigned long long gnu_dev_makedev(unsigned major, unsigned minor) { return makedev(major, minor); }

/* ---- Waiting, receiving ---------------------------------------------------------------------- */

int __ppoll_chk(struct pollfd *all, nfds_t n, const struct timespec *timeout, const sigset_t *mask,
                size_t room) {
  need(n, room / sizeof *all);
  return ppoll(all, n, timeout, mask);
}
ssize_t __recv_chk(int descriptor, void *to, size_t n, size_t room, int flags) {
  need(n, room);
  return recv(descriptor, to, n, flags);
}
ssize_t __recvfrom_chk(int descriptor, void *to, size_t n, size_t room, int flags,
                       struct sockaddr *from, socklen_t *size) {
  need(n, room);
  return recvfrom(descriptor, to, n, flags, from, size);
}
struct cmsghdr *__cmsg_nxthdr(struct msghdr *message, struct cmsghdr *header) {
  return CMSG_NXTHDR(message, header);
}
const char *__inet_ntop_chk(int family, const void *from, char *to, socklen_t n, size_t room) {
  need(n, room);
  return inet_ntop(family, from, to, n);
}
int __inet_pton_chk(int family, const char *from, void *to, size_t room) {
  need(family == AF_INET6 ? 16 : 4, room);
  return inet_pton(family, from, to);
}

/* ---- Names and numbers of the system ----------------------------------------------------------- */

int __gethostname_chk(char *to, size_t n, size_t room) {
  need(n, room);
  return gethostname(to, n);
}
int __getdomainname_chk(char *to, size_t n, size_t room) {
  need(n, room);
  return getdomainname(to, n);
}
int __getlogin_r_chk(char *to, size_t n, size_t room) {
  need(n, room);
  return getlogin_r(to, n);
}
int __ttyname_r_chk(int descriptor, char *to, size_t n, size_t room) {
  need(n, room);
  return ttyname_r(descriptor, to, n);
}
int __ptsname_r_chk(int descriptor, char *to, size_t n, size_t room) {
  need(n, room);
  return ptsname_r(descriptor, to, n);
}
size_t __confstr_chk(int name, char *to, size_t n, size_t room) {
  need(n, room);
  return confstr(name, to, n);
}
int __getgroups_chk(int n, gid_t *all, size_t room) {
  if (n > 0) need((size_t)n, room / sizeof *all);
  return getgroups(n, all);
}
int __getpagesize(void) { return getpagesize(); }
void *__sbrk(intptr_t more) { return sbrk(more); }
char *__secure_getenv(const char *name) { return secure_getenv(name); }
cpu_set_t *__sched_cpualloc(size_t n) { return calloc(1, CPU_ALLOC_SIZE(n)); }
void __sched_cpufree(cpu_set_t *set) { free(set); }

/* Few bytes are always given. */
void arc4random_buf(void *to, size_t n) {
  for (size_t done = 0; done < n;) {
    size_t part = n - done < 256 ? n - done : 256;
    if (getrandom((char *)to + done, part, 0) != (ssize_t)part) abort();
    done += part;
  }
}
unsigned arc4random(void) {
  unsigned x;
  arc4random_buf(&x, sizeof x);
  return x;
}
unsigned arc4random_uniform(unsigned below) { return below < 2 ? 0 : arc4random() % below; }

/* ---- Messages -------------------------------------------------------------------------------- */

void __vsyslog_chk(int priority, int flag, const char *format, va_list args) {
  vsyslog(priority, format, args);
}
void __syslog_chk(int priority, int flag, const char *format, ...) {
  va_list args;
  va_start(args, format);
  vsyslog(priority, format, args);
  va_end(args);
}

/* No frame is known here, which is one of the answers a program must expect. */
int backtrace(void **frames, int n) { return 0; }
char **backtrace_symbols(void *const *frames, int n) { return calloc(1, sizeof(char *)); }
void backtrace_symbols_fd(void *const *frames, int n, int descriptor) {}
