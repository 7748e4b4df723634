// qsort and bsearch call back into the program.
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
static int by_number(const void *a, const void *b) {
  int x = *(const int *)a, y = *(const int *)b;
  return (x > y) - (x < y);
}
static int by_text(const void *a, const void *b) { return strcmp(*(const char *const *)a, *(const char *const *)b); }
int main(void) {
  int numbers[] = {5, 3, 9, -1, 3, 0, 77};
  const char *words[] = {"pear", "apple", "fig", "plum"};
  qsort(numbers, 7, sizeof *numbers, by_number);
  qsort(words, 4, sizeof *words, by_text);
  for (int i = 0; i < 7; i++) printf("%d ", numbers[i]);
  for (int i = 0; i < 4; i++) printf("%s ", words[i]);
  int key = 9, *found = bsearch(&key, numbers, 7, sizeof *numbers, by_number);
  printf("%d\n", found == NULL ? -1 : (int)(found - numbers));
  return 0;
}
//~ EXEC
//~ PATHS: 1
