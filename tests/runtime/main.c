#include "compare.h"

#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>

int differences;

/* The engine's functions that the runtime calls. */
void *rt_malloc(size_t size) { return malloc(size); }
void rt_free(void *object) { free(object); }
int rt___pleach_may_overlap(const void *a, const void *b) { return a == b; }
void rt___pleach_keep_apart(const void *to, const void *from, size_t n) {
  (void)to, (void)from, (void)n;
}

void differ(const char *file, int line, const char *what) {
  if (differences++ < 20) fprintf(stderr, "%s:%d: not so: %s\n", file, line, what);
}

uint32_t random_below(uint32_t bound) {
  static uint64_t state = 88172645463325252u;
  state ^= state << 13, state ^= state >> 7, state ^= state << 17;
  return (uint32_t)(state >> 20) % bound;
}

char *guarded(int slot, size_t size) {
  enum { PAGE = 4096 };
  static char *ends[SLOTS];
  if (ends[slot] == NULL) {
    char *pages = mmap(NULL, 2 * PAGE, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
    if (pages == MAP_FAILED || mprotect(pages + PAGE, PAGE, PROT_NONE) != 0) {
      perror("mmap");
      exit(2);
    }
    ends[slot] = pages + PAGE;
  }
  return ends[slot] - size;
}

char *random_string(int slot, const char *alphabet) {
  size_t length = random_below(9), letters = strlen(alphabet);
  char *s = guarded(slot, length + 1);
  for (size_t i = 0; i < length; i++) s[i] = alphabet[random_below((uint32_t)letters)];
  s[length] = '\0';
  return s;
}

int main(void) {
  compare_strings();
  compare_copies();
  compare_memory();
  compare_ctype();
  compare_numbers();
  compare_sorting();
  compare_math();
  printf("runtime: %d differences from the host's C library\n", differences);
  return differences != 0;
}
