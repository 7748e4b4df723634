/* Sorting and searching with comparisons of the program's own. */
//~ FLAGS: --libc musl
//~ EXEC
//~ PATHS: 1
#include <search.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

struct item {
  char name[8];
  int key;
};

static int by_key(const void *a, const void *b) {
  const struct item *x = a, *y = b;
  return (x->key > y->key) - (x->key < y->key);
}

static int by_text(const void *a, const void *b) { return strcmp(a, b); }

int main(void) {
  struct item entries[20];
  unsigned seed = 12345;
  for (int i = 0; i < 20; i++) {
    seed = seed * 1103515245u + 12345u;
    entries[i].key = (int)(seed >> 16 & 1023) * 32 + i;
    snprintf(entries[i].name, sizeof entries[i].name, "e%d", i);
  }
  qsort(entries, 20, sizeof *entries, by_key);
  for (int i = 0; i < 20; i++) printf("%s %d\n", entries[i].name, entries[i].key);
  struct item wanted = entries[7];
  struct item *found = bsearch(&wanted, entries, 20, sizeof *entries, by_key);
  printf("%ld\n", (long)(found - entries));
  void *tree = NULL;
  const char *words[] = {"pear", "apple", "fig", "apple"};
  for (int i = 0; i < 4; i++) {
    const char *kept = *(const char **)tsearch(words[i], &tree, by_text);
    printf("%s %d\n", kept, kept == words[i]);
  }
  return 0;
}
