// Rows of a matrix, one past the end as an address, a flexible array: nothing is wrong.
//~ FLAGS: --sanitize bounds,undefined
//~ PATHS: any
#include <klee/klee.h>
#include <stdlib.h>

struct list {
  int count;
  int items[];
};

static int matrix[3][4];

int main(void) {
  unsigned i = klee_range(0, 3, "i"), j = klee_range(0, 4, "j");
  matrix[i][j] = 1;
  int *end = &matrix[2][4];
  struct list *list = malloc(sizeof *list + 4 * sizeof(int));
  if (!list)
    return 0;
  list->items[j] = 2;
  int sum = list->items[j] + *(end - 1);
  free(list);
  return sum;
}
