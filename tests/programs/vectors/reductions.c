// Built-in reductions.
#include <stdio.h>
typedef int v8 __attribute__((vector_size(32)));
typedef float f4 __attribute__((vector_size(16)));
int main(void) {
  v8 a = {3, -1, 4, 1, -5, 9, 2, 6};
  f4 f = {1.5f, -2.0f, 8.0f, 0.25f};
  printf("%d %d %d %d %d %d\n", __builtin_reduce_add(a), __builtin_reduce_mul(a), __builtin_reduce_min(a), __builtin_reduce_max(a),
         __builtin_reduce_xor(a), __builtin_reduce_or(a));
  printf("%g %g\n", __builtin_reduce_max(f), __builtin_reduce_min(f));
  return 0;
}
//~ EXEC
//~ PATHS: 1
