/* Checked reading: the compiler knew how much room there is. */
#define _GNU_SOURCE
#include <poll.h>
#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>

_Noreturn void __chk_fail(void);

ssize_t __read_chk(int descriptor, void *to, size_t n, size_t room) {
  if (n > room) __chk_fail();
  return read(descriptor, to, n);
}
ssize_t __pread_chk(int descriptor, void *to, size_t n, off_t at, size_t room) {
  if (n > room) __chk_fail();
  return pread(descriptor, to, n, at);
}
ssize_t __readlink_chk(const char *path, char *to, size_t n, size_t room) {
  if (n > room) __chk_fail();
  return readlink(path, to, n);
}
char *__getcwd_chk(char *to, size_t n, size_t room) {
  if (n > room) __chk_fail();
  return getcwd(to, n);
}
char *__realpath_chk(const char *path, char *to, size_t room) { return realpath(path, to); }
char *__fgets_chk(char *to, size_t room, int n, FILE *file) {
  if (n > 0 && (size_t)n > room) __chk_fail();
  return fgets(to, n, file);
}
char *__fgets_unlocked_chk(char *to, size_t room, int n, FILE *file) {
  return __fgets_chk(to, room, n, file);
}
size_t __fread_chk(void *to, size_t room, size_t size, size_t n, FILE *file) {
  if (size && n > room / size) __chk_fail();
  return fread(to, size, n, file);
}
size_t __fread_unlocked_chk(void *to, size_t room, size_t size, size_t n, FILE *file) {
  return __fread_chk(to, room, size, n, file);
}
int __poll_chk(struct pollfd *all, nfds_t n, int timeout, size_t room) {
  if (n > room / sizeof *all) __chk_fail();
  return poll(all, n, timeout);
}
ssize_t __getline(char **line, size_t *room, FILE *file) { return getline(line, room, file); }
ssize_t __getdelim(char **line, size_t *room, int end, FILE *file) {
  return getdelim(line, room, end, file);
}
int puts_unlocked(const char *s) { return puts(s); }
char *__gets_chk(char *to, size_t room) {
  size_t n = 0;
  for (int c; (c = getchar()) != EOF && c != '\n'; to[n++] = (char)c)
    if (n + 1 >= room) __chk_fail();
  if (n == 0 && (feof(stdin) || ferror(stdin))) return 0;
  to[n] = 0;
  return to;
}
int _IO_feof(FILE *file) { return feof(file); }
int _IO_ferror(FILE *file) { return ferror(file); }
int fcloseall(void) { return fflush(0); }
