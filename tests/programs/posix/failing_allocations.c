// An allocation is among the calls that can fail, in the order in which they are made.
//~ FLAGS: --max-fail 1
//~ PATHS: 8
#include <errno.h>
#include <klee/klee.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

int main(void) {
  errno = 0;
  char *first = malloc(4);
  if (!first) {
    klee_assert(errno == ENOMEM);
    return 1;
  }
  memcpy(first, "abc", 4);
  char *copy = strdup(first); /* the library's own allocation */
  if (!copy) return 2;
  int *zero = calloc(2, sizeof *zero);
  if (!zero) return 3;
  klee_assert(zero[1] == 0);
  char b;
  if (read(0, &b, 1) < 0) return 4; /* a system call is counted with them */
  char *larger = realloc(first, 100);
  if (!larger) {
    klee_assert(errno == ENOMEM && strcmp(first, "abc") == 0); /* what there was is still there */
    free(first);
    return 5;
  }
  void *aligned = NULL;
  int why = posix_memalign(&aligned, 64, 10);
  if (why) {
    klee_assert(why == ENOMEM && aligned == NULL);
    return 6;
  }
  void *again = aligned_alloc(64, 64);
  if (!again) return 7;
  return 0;
}
