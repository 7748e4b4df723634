// Ten thousand blocks on the heap.
#include <stdio.h>
#include <stdlib.h>
int main(void) {
  enum { COUNT = 10000 };
  static int *blocks[COUNT];
  long sum = 0;
  for (int i = 0; i < COUNT; i++) {
    blocks[i] = malloc(sizeof(int) * (size_t)(1 + i % 7));
    if (blocks[i] == NULL) return 1;
    blocks[i][i % 7] = i;
  }
  for (int i = 0; i < COUNT; i++) sum += blocks[i][i % 7], free(blocks[i]);
  printf("%ld\n", sum);
  return 0;
}
//~ EXEC
//~ PATHS: any
