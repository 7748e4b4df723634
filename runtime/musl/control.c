/* Wrappers of system calls whose arguments depend on the request. The kernel takes whatever the
   registers hold where the caller gave none; here only those that were given can be read. */
#define _GNU_SOURCE
#include <fcntl.h>
#include <stdarg.h>
#include <stddef.h>
#include <sys/ioctl.h>
#include <sys/prctl.h>
#include <unistd.h>
#include "syscall.h"

/* Bytes of the variable arguments of the function that calls this. */
size_t __pleach_varargs(void);

#define WORDS 6

/* The variable arguments after `last`, and zeros for those that are not there. */
#define TAKE(words, last)                                        \
  do {                                                           \
    size_t given = __pleach_varargs() / sizeof(long);            \
    va_list list;                                                \
    va_start(list, last);                                        \
    for (size_t i = 0; i < WORDS; i++)                           \
      (words)[i] = i < given ? va_arg(list, long) : 0;           \
    va_end(list);                                                \
  } while (0)

int fcntl(int fd, int command, ...) {
  long words[WORDS];
  TAKE(words, command);
  if (command == F_SETFL) words[0] |= O_LARGEFILE;
  return syscall(SYS_fcntl, fd, command, words[0]);
}

int ioctl(int fd, int request, ...) {
  long words[WORDS];
  TAKE(words, request);
  return syscall(SYS_ioctl, fd, request, words[0]);
}

int prctl(int option, ...) {
  long words[WORDS];
  TAKE(words, option);
  return syscall(SYS_prctl, option, words[0], words[1], words[2], words[3]);
}

#undef syscall
long syscall(long number, ...) {
  long words[WORDS];
  TAKE(words, number);
  return __syscall_ret(__syscall(number, words[0], words[1], words[2], words[3], words[4], words[5]));
}
