/* Functions that glibc's headers replace with checked ones where the compiler knows a size. */
#define _GNU_SOURCE
#include <errno.h>
#include <error.h>
#include <fcntl.h>
#include <poll.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/select.h>
#include <sys/sysmacros.h>
#include <unistd.h>
#include <wchar.h>

static void into(char *to, size_t n, const char *format, ...) {
  va_list args;
  va_start(args, format);
  vsnprintf(to, n, format, args);
  va_end(args);
}

static void texts(volatile int n) {
  char a[32], b[32];
  strcpy(a, n ? "one" : "none"), strcat(a, n ? ", two" : ""), strncat(a, "three", n + 1);
  stpcpy(b, a), strncpy(b + 20, a, n + 2), memcpy(b + 10, a, n + 3), memmove(b + 1, b, n + 5);
  memset(a + 20, 'x', n + 1), a[21] = 0;
  printf("%s %.9s %s %s\n", a, b, mempcpy(b, a, n + 4) == b + 5 ? "yes" : "no", a + 20);
  sprintf(a, "%d-%s", n, "end"), snprintf(b, n + 20, "%5.2f|%x", n * 1.5, n);
  fprintf(stdout, "%s %s\n", a, b), into(a, sizeof a, "%s/%d", b, n), puts(a);
  char *made = NULL;
  printf("%d %s\n", asprintf(&made, "%d %s", n, a), made), free(made);
  explicit_bzero(a, n + 4), printf("%d\n", a[2]);
}

static void wide(volatile int n) {
  wchar_t a[32], b[32];
  char narrow[32];
  wcscpy(a, n ? L"wide" : L""), wcscat(a, L" one"), wcsncat(a, L"xyz", n + 1);
  wcsncpy(b, a, n + 5), wmemset(b + 6, L'-', n + 1), b[8] = 0, wmemcpy(b, L"W", n);
  swprintf(a + 12, n + 15, L"%ls %d", b, n);
  printf("%ls %ls %zu\n", a, a + 12, wcstombs(narrow, b, n + 30));
  printf("%s %zu %ld\n", narrow, mbstowcs(a, "back", n + 20), wcstol(L"42", NULL, 10));
  wprintf(L"");
}

static void system_calls(volatile int n) {
  char b[64];
  int pipes[2];
  if (pipe(pipes) != 0 || write(pipes[1], "through a pipe", 14) != 14) exit(3);
  struct pollfd one[1] = {{pipes[0], POLLIN, 0}};
  printf("%d ", poll(one, n, 0));
  fd_set set;
  FD_ZERO(&set);
  FD_SET(pipes[n - 1], &set);
  printf("%d ", FD_ISSET(pipes[n - 1], &set) != 0);
  ssize_t got = read(pipes[0], b, n + 20);
  printf("%zd %.*s\n", got, (int)got, b);
  printf("%d %d\n", open("/nowhere/at/all", n ? O_RDONLY : O_WRONLY), errno == ENOENT);
  printf("%d %s\n", getcwd(b, n + 50) != NULL, readlink("/nowhere", b, n + 10) < 0 ? "none" : "some");
  printf("%u %u\n", major(makedev(8, n)), minor(makedev(8, n)));
}

static void numbers(void) {
  int a = 0, b = 0;
  char word[8] = "";
  printf("%d ", sscanf("12 ab 0x1f", "%d %7s %i", &a, word, &b));
  printf("%d %s %d ", a, word, b);
  printf("%ld %lu %lld\n", strtol("-7x", NULL, 10), strtoul("ff", NULL, 16), strtoll("9", NULL, 0));
}

static jmp_buf back;

int main(int argc, char **argv) {
  (void)argv;
  texts(argc), wide(argc), system_calls(argc), numbers();
  if (setjmp(back) == 0) longjmp(back, 1);
  error(0, ENOENT, "a warning %d", argc);
  fflush(stdout);
  error(argc + 3, 0, "the end");
}
