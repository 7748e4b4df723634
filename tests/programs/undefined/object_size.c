// What the compiler can say about sizes at compile time.
#include <stdio.h>
static char global[20];
int main(void) {
  char local[12];
  local[0] = 0;
  printf("%zu %zu %zu\n", __builtin_object_size(local, 0), __builtin_object_size(global + 5, 0), __builtin_object_size(&local[12], 0));
  printf("%d %d\n", __builtin_constant_p(3), local[0]);
  return 0;
}
//~ EXEC
//~ PATHS: 1
